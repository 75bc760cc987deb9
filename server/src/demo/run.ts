import { Client, RefusedError } from './client.ts';
import { openDatasets } from './datasets.ts';
import type { DemoRecord } from './record.ts';

/** Why the demo cannot go on, for the one who started it. */
export class DemoError extends Error {}

/** What a run found and made. */
export type Summary = {
  readonly records: { readonly created: number; readonly present: number };
  readonly files: { readonly created: number; readonly present: number };
  /** Bytes of the files that were made. */
  readonly bytes: number;
};

/** Called with one line for each step that is done. */
export type Progress = (line: string) => void;

type Options = { readonly baseUrl: string; readonly token: string; readonly log: Progress };

/**
 * Fills a running instance with a laboratory made from open data, as the user of `token` and through API v1 alone.
 * What is there already, by identifier and file name, stays as it is, so that a second run changes nothing and a run
 * that was cut off is completed.
 * @param options.baseUrl address of the instance, without a trailing slash.
 * @throws DemoError if the data are not installed or an identifier is taken by what the user can't see.
 */
export async function runDemo({ baseUrl, token, log }: Options): Promise<Summary> {
  const client = new Client(baseUrl, token);
  const counts = { records: { created: 0, present: 0 }, files: { created: 0, present: 0 }, bytes: 0 };
  for (const record of await laboratory()) {
    const { id, created } = await findOrCreate(client, record);
    counts.records[created ? 'created' : 'present']++;
    const present = created ? new Set<string>() : await fileNames(client, id);
    for (const file of record.files) {
      if (present.has(file.name)) {
        counts.files.present++;
        continue;
      }
      await client.upload(id, file);
      counts.files.created++;
      counts.bytes += file.content.length;
    }
    log(`${created ? 'created' : 'present'}  ${record.identifier}  ${record.title}`);
  }
  return counts;
}

// Loaded only here: the data and what draws pictures are no part of the running service.
async function laboratory(): Promise<DemoRecord[]> {
  try {
    const { makeLaboratory } = await import('./laboratory/index.ts');
    return await makeLaboratory(openDatasets());
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new DemoError('The data of the demo are not installed: run npm install --include=dev, then try again');
  }
}

type Found = { id: number };

async function findOrCreate(client: Client, record: DemoRecord): Promise<{ id: number; created: boolean }> {
  const { files: _files, ...body } = record;
  const known = await client.find<Found>(`/records/identifier/${record.identifier}`);
  if (known) return { id: known.id, created: false };
  try {
    const { id } = await client.post<Found>('/records', body);
    return { id, created: true };
  } catch (error) {
    if (!(error instanceof RefusedError) || error.status !== 409) throw error;
    throw new DemoError(
      `The identifier ${record.identifier} is taken by a record in the trash: restore it or remove it for good, then try again`,
    );
  }
}

async function fileNames(client: Client, id: number): Promise<Set<string>> {
  const { items } = await client.get<{ items: { name: string }[] }>(`/records/${id}/files?per_page=100`);
  return new Set(items.map(({ name }) => name));
}
