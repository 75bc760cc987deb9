import { create } from 'content-disposition';

/**
 * Headers that keep what users stored from ever running as a page of ours: it is saved, not shown; its type is taken
 * as declared; and if it is shown all the same, it is sandboxed.
 */
const NEVER_EXECUTED = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'Cache-Control': 'no-cache',
};

/** Headers of a download under `name`, which may be any Unicode text (RFC 6266). */
export function downloadHeaders(name: string, mimetype: string): Record<string, string> {
  return {
    ...NEVER_EXECUTED,
    'Content-Type': withCharset(mimetype),
    'Content-Disposition': disposition(name),
  };
}

// The name is the last segment only: what comes before a slash would be a folder of the reader's machine.
function disposition(name: string): string {
  const last = name.split('/').filter(Boolean).at(-1) ?? 'file';
  const ascii = last
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .trim();
  if (ascii === last) return create(last);
  return create(last, { fallback: /^(\.|$)/.test(ascii) ? `file${ascii}` : ascii });
}

function withCharset(mimetype: string): string {
  const isText = mimetype.startsWith('text/') || /[/+]xml$/.test(mimetype) || mimetype === 'application/javascript';
  return isText ? `${mimetype}; charset=utf-8` : mimetype;
}
