import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Http, jsonOf } from './http.ts';
import { chunkCount, chunkOf, type FileState, type Ledger, type LedgerRecord, type LedgerUpload } from './ledger.ts';
import type { Random } from './random.ts';
import { expectFile } from './writer.ts';

type Upload = {
  id: string;
  name: string;
  size: number;
  state: 'active' | 'processing' | 'inactive';
  upload_type: 'direct' | 'chunked';
  chunks: { index: number; size: number; checksum: string }[];
  _meta: { task?: { state: string; error?: string; file?: { id: string } } };
};

const FINISH_MS = 15_000;

/** Brings the uploads of a record that a crash left to their end: some are gone on with, the others given up. */
export async function settleUploads(http: Http, ledger: Ledger, random: Random, record: LedgerRecord): Promise<void> {
  for (const upload of record.uploads) {
    if (upload.id !== null) await settle(http, ledger, random, record, upload);
  }
  await giveUpUnknown(http, ledger, record);
  record.uploads.clear();
}

/** Uploads whose beginning was not acknowledged may be there or not, one at most for each. */
async function giveUpUnknown(http: Http, ledger: Ledger, record: LedgerRecord): Promise<void> {
  const begun = [...record.uploads].filter(({ id }) => id === null);
  const left = jsonOf<{ items: Upload[] }>(await http.send('GET', `/records/${record.id}/uploads`)).items;
  for (const { id, name, size } of left) {
    const match = begun.findIndex((upload) => upload.file.name === name && upload.content.size === size);
    if (match < 0) ledger.defect(`record ${record.identifier} has the unknown upload ${id} of ${name}`);
    else begun.splice(match, 1);
    await http.send('DELETE', `/records/${record.id}/uploads/${id}`);
  }
}

async function settle(http: Http, ledger: Ledger, random: Random, record: LedgerRecord, upload: LedgerUpload) {
  const path = `/records/${record.id}/uploads/${upload.id}`;
  const read = async () => {
    const answer = await http.send('GET', path);
    return answer.status === 200 ? jsonOf<Upload>(answer) : null;
  };
  const found = await read();
  if (!found) {
    ledger.defect(`upload ${upload.id} of ${upload.file.name} is gone`);
    return;
  }
  const { file } = upload;
  const old = file.state.states[0] as FileState;
  if (found.state === 'active') {
    if (upload.finish === 'acknowledged') ledger.defect(`upload ${upload.id} was finished and is active`);
    checkChunks(ledger, upload, found);
    file.state.settle(old);
    if (random.chance(0.5)) {
      await http.send('DELETE', path);
      return;
    }
    ledger.counts.resumed++;
    const after = expectFile(upload);
    if (found.upload_type === 'direct') await resumeDirect(http, ledger, path, upload);
    else {
      await resumeChunked(http, ledger, path, upload, found);
      await untilFile(ledger, upload, read);
    }
    file.state.settle(after);
    return;
  }
  const after = file.state.states.at(-1) as FileState;
  if (found.upload_type === 'chunked') await untilFile(ledger, upload, read);
  file.state.settle(after);
}

function checkChunks(ledger: Ledger, upload: LedgerUpload, { chunks }: Upload): void {
  for (const index of upload.chunks) {
    if (!chunks.some((chunk) => chunk.index === index)) ledger.defect(`chunk ${index} of ${upload.id} is lost`);
  }
  for (const { index, size, checksum } of chunks) {
    const data = chunkOf(upload.content.data, index);
    if (size === data.length && checksum === createHash('md5').update(data).digest('hex')) continue;
    ledger.defect(`chunk ${index} of ${upload.id} is not what was sent`);
  }
}

async function resumeDirect(http: Http, ledger: Ledger, path: string, upload: LedgerUpload): Promise<void> {
  const answer = await http.send('PUT', path, { data: upload.content.data });
  if (answer.status === 201) upload.file.id = jsonOf<{ id: string }>(answer).id;
  else ledger.defect(`direct upload ${upload.id} cannot be sent again: ${answer.status} ${answer.body}`);
}

async function resumeChunked(http: Http, ledger: Ledger, path: string, upload: LedgerUpload, { chunks }: Upload) {
  const { data, size } = upload.content;
  const present = new Set(chunks.map(({ index }) => index));
  for (let index = 0; index < chunkCount(size); index++) {
    if (present.has(index)) continue;
    const chunk = chunkOf(data, index);
    const headers = { 'svc-chunk-index': index, 'svc-chunk-size': chunk.length };
    const { status, body } = await http.send('PUT', path, { data: chunk, headers });
    if (status !== 200) ledger.defect(`chunk ${index} of ${upload.id} cannot be sent: ${status} ${body}`);
  }
  const { status, body } = await http.send('POST', path);
  if (status !== 202) ledger.defect(`upload ${upload.id} cannot be finished: ${status} ${body}`);
}

/** An upload that is being finished must end within seconds, and with a file: nothing speaks against it. */
async function untilFile(ledger: Ledger, upload: LedgerUpload, read: () => Promise<Upload | null>): Promise<void> {
  const limit = performance.now() + FINISH_MS;
  for (;;) {
    const found = await read();
    const task = found?._meta.task;
    if (found?.state === 'inactive' && task?.state === 'success') {
      upload.file.id = task.file?.id ?? upload.file.id;
      return;
    }
    if (found?.state !== 'processing' || performance.now() > limit) {
      ledger.defect(`upload ${upload.id} is ${found?.state} with the task ${JSON.stringify(task)}`);
      return;
    }
    await sleep(50);
  }
}
