import type { IncomingHttpHeaders } from 'node:http';
import { CHUNK_HEADERS, chunkHeaders, DirectHeaders, parseBody } from '@cairn/contract';
import { invalid } from '../kernel/index.ts';
import type { UploadRow } from './present.ts';
import type { Announced } from './store.ts';

type Shape = Pick<UploadRow, 'size' | 'upload_type' | 'chunk_size' | 'chunk_count'>;

/**
 * What the headers of a data request say about its body, under the names of the specification or those that published
 * clients send. For a direct upload only the checksum counts.
 * @throws ApiError 400 with the problems under `index`, `size` and `checksum`.
 */
export function announcedBy(headers: IncomingHttpHeaders, upload: Shape): Announced & { readonly index: number } {
  const given: Record<string, string> = {};
  for (const [field, names] of Object.entries(CHUNK_HEADERS)) {
    const value = names.map((name) => headers[name]).find((text) => text !== undefined);
    if (typeof value === 'string') given[field] = value;
  }
  if (upload.upload_type === 'direct') {
    const { checksum } = given;
    const result = parseBody(DirectHeaders, checksum === undefined ? {} : { checksum });
    if ('errors' in result) throw invalid(result.errors);
    return { index: 0, size: upload.size, checksum: result.value.checksum ?? null };
  }
  const result = parseBody(chunkHeaders(upload.chunk_count, upload.chunk_size), given);
  if ('errors' in result) throw invalid(result.errors);
  const { index, size, checksum = null } = result.value;
  if (size !== upload.chunk_size && index !== upload.chunk_count - 1) {
    throw invalid({ size: [`Must be ${upload.chunk_size} for every chunk except the last.`] });
  }
  return { index, size, checksum };
}
