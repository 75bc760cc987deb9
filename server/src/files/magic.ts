import { WASMagic, WASMagicFlags } from 'wasmagic';

/** Bytes at the start of a file that decide its type. */
export const HEAD = 1_000_000;

const VALID = /^[a-z]+\/[a-z0-9-+.]+$/;
const COMMON_NAMES: Readonly<Record<string, string>> = {
  'text/xml': 'application/xml',
  'application/csv': 'text/csv',
};

// libmagic's tables take some 40 MB once they are loaded, so a process that never sees an upload never loads them.
let loading: Promise<WASMagic> | undefined;

/** The media type that libmagic finds in the first megabyte of a file; `application/octet-stream` if it finds none. */
export async function magicType(head: Uint8Array): Promise<string> {
  if (head.byteLength === 0) return 'application/x-empty';
  loading ??= WASMagic.create({ flags: WASMagicFlags.MIME_TYPE, stdio: () => {} });
  try {
    const found = (await loading).detect(head.subarray(0, HEAD)).toLowerCase();
    const type = COMMON_NAMES[found] ?? found;
    return VALID.test(type) ? type : 'application/octet-stream';
  } catch {
    loading = undefined; // a detector that failed once is not used again
    return 'application/octet-stream';
  }
}
