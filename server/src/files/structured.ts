import { setImmediate } from 'node:timers/promises';
import { SaxesParser } from 'saxes';

/** Media types of the documents that the service knows by their structure (flows 1.9). */
export const FLOW = 'application/x-flow+json';
export const TOOL = 'application/x-tool+xml';
export const DASHBOARD = 'application/x-dashboard+json';

/** What a text turned out to be: JSON, XML, or neither; `special` is the type of a document the service knows. */
export type Structure = { readonly type: 'application/json' | 'application/xml'; readonly special: string | null };

/** Tries a text as JSON, then as XML. Returns null if it is neither. */
export async function structureOf(content: Uint8Array): Promise<Structure | null> {
  const text = decode(content);
  if (text === null) return null;
  return asJson(text) ?? (await asXml(text));
}

function decode(content: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return null;
  }
}

function asJson(text: string): Structure | null {
  try {
    return { type: 'application/json', special: specialJson(JSON.parse(text)) };
  } catch {
    return null;
  }
}

function specialJson(value: unknown): string | null {
  if (!isObject(value)) return null;
  const keys = Object.keys(value).length;
  if (keys <= 3 && Array.isArray(value.nodes) && Array.isArray(value.connections)) return FLOW;
  const objects = [value.layout, value.layoutAssignments, value.panels];
  if (keys <= 4 && typeof value.name === 'string' && objects.every(isObject)) return DASHBOARD;
  return null;
}

const SLICE = 64 * 1024;

/** Reads XML in slices, so that other requests are answered in between. Entities are not expanded. */
async function asXml(text: string): Promise<Structure | null> {
  if (!/^\s*</.test(text)) return null;
  const parser = new SaxesParser({ xmlns: true });
  let depth = 0;
  let tool = true;
  let broken = false;
  parser.on('error', () => {
    broken = true;
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (depth === 0) tool = (name === 'program' || name === 'env') && 'name' in attributes;
    else if (depth === 1) tool &&= name === 'param' && 'name' in attributes && 'type' in attributes;
    depth++;
  });
  parser.on('closetag', () => {
    depth--;
  });
  for (let at = 0; at < text.length && !broken; at += SLICE) {
    parser.write(text.slice(at, at + SLICE));
    if (at > 0) await setImmediate();
  }
  if (!broken) parser.close();
  return broken ? null : { type: 'application/xml', special: tool ? TOOL : null };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
