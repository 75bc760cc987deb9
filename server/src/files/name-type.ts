import { Mime } from 'mime';
import other from 'mime/types/other.js';
import standard from 'mime/types/standard.js';

// What laboratories store and the registry of the library lacks.
const SCIENTIFIC = {
  'application/vnd.apache.parquet': ['parquet'],
  'application/x-hdf5': ['h5', 'hdf5', 'he5'],
  'application/zstd': ['zst'],
  'text/x-python': ['py'],
};

const registry = new Mime(standard, other, SCIENTIFIC);

/** The media type that goes with the extension of a file name, or null. */
export function nameType(name: string): string | null {
  const [, extension] = /[^/.][^/]*\.([^./]+)$/u.exec(name) ?? [];
  return extension ? registry.getType(extension) : null;
}
