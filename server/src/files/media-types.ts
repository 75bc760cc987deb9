import { magicType } from './magic.ts';
import { nameType } from './name-type.ts';
import { type Structure, structureOf } from './structured.ts';

/** Larger text files are not tried as JSON or XML. */
const STRUCTURE_LIMIT = 10_000_000;

/** What is known of a file when its media types are determined. */
export type Content = {
  readonly name: string;
  readonly size: number;
  /** The type its uploader gave, or null. */
  readonly given: string | null;
  /** The first bytes: `HEAD` of them, or all. */
  readonly head: Uint8Array;
  /** Reads everything; only called for files of at most 10 MB. */
  readonly whole: () => Promise<Uint8Array>;
};

export type MediaTypes = { readonly mimetype: string; readonly magic_mimetype: string };

/**
 * The two media types of a file (flows 1.9). `magic_mimetype` comes from the content alone. `mimetype` is what the
 * uploader gave; else the type of a document that the service knows by its structure; else what the name says; else the
 * type found in the content.
 */
export async function mediaTypes(content: Content): Promise<MediaTypes> {
  const magic = await magicType(content.head);
  const structure = await structureIn(content, magic);
  const found = structure?.special ?? structure?.type ?? magic;
  return {
    magic_mimetype: found,
    mimetype: content.given ?? structure?.special ?? nameType(content.name) ?? found,
  };
}

async function structureIn(content: Content, magic: string): Promise<Structure | null> {
  if (content.size > STRUCTURE_LIMIT) return null;
  if (magic === 'text/plain') return structureOf(await content.whole());
  // Content already known as JSON or XML is only read as a whole if it can be one of the known documents.
  if (magic === 'application/json' && hints(JSON_HINTS, content)) return structureOf(await content.whole());
  if (magic === 'application/xml' && hints(XML_HINTS, content)) return structureOf(await content.whole());
  return null;
}

const JSON_HINTS = ['"nodes"', '"connections"', '"layout"', '"layoutAssignments"', '"panels"'];
const XML_HINTS = ['<program', '<env'];

function hints(words: readonly string[], { head }: Content): boolean {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  return words.some((word) => bytes.includes(word));
}
