import type { IncomingHttpHeaders } from 'node:http';
import type { ByteRange } from './store.ts';

/** What tells versions of a content apart: a strong entity tag with its quotes, and the time it was stored. */
export type Validators = { readonly etag: string; readonly modified: Date };

/** How a download is answered: whole, a part of it, not at all because the reader has it, or not satisfiable. */
export type Selection =
  | { readonly status: 200 }
  | { readonly status: 206; readonly range: ByteRange }
  | { readonly status: 304 }
  | { readonly status: 416 };

/**
 * Chooses the answer to a GET or HEAD from its conditions and its range (RFC 9110, sections 13 and 14). Several ranges
 * at once, other units and unreadable ones are ignored, as the RFC allows.
 */
export function select(headers: IncomingHttpHeaders, validators: Validators, size: number): Selection {
  if (isKnown(headers, validators)) return { status: 304 };
  const wanted = headers.range;
  if (wanted === undefined || !sameContent(headers['if-range'], validators)) return { status: 200 };
  return selectRange(wanted, size);
}

function isKnown(headers: IncomingHttpHeaders, { etag, modified }: Validators): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) {
    return tags.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
  }
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return seconds(modified) <= since / 1000;
}

function sameContent(condition: string | string[] | undefined, { etag, modified }: Validators): boolean {
  if (condition === undefined) return true;
  if (typeof condition !== 'string') return false;
  // Weak tags never match here; a date matches only exactly.
  return condition.includes('"') ? condition.trim() === etag : Date.parse(condition) / 1000 === seconds(modified);
}

function selectRange(wanted: string, size: number): Selection {
  const [, first, last] = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(wanted) ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return { status: 200 };
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return { status: 200 };
  return start < size && start <= end ? { status: 206, range: { start, end } } : { status: 416 };
}

// HTTP dates have no fractions.
function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
