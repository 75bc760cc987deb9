// `npm run bench [-- --records 2000,100000 --seconds 4]`: measures Cairn and, in turn with each case, what the same
// machine does without it. Prints a table for each number of records; the ratios are what counts.
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { embeddedAddress } from '../server/src/main/postgres/embedded.ts';
import { Client, type Load, parallel } from './client.ts';
import { numbers, pick, recordBody, SEARCH_WORDS } from './content.ts';
import { freePort, Service } from './service.ts';
import { plainStreams } from './streams.ts';

const { values } = parseArgs({
  options: { records: { type: 'string', default: '2000,100000' }, seconds: { type: 'string', default: '4' } },
});
const sizes = values.records.split(',').map(Number);
const seconds = Number(values.seconds);
const BIG = 256_000_000;
const SMALL = 200;

type Row = Record<string, string | number>;
type Upload = {
  id: string;
  chunk_count: number;
  _meta: { chunk_size: number; task?: { file?: { id: string }; error?: string } };
};

const service = new Service(await freePort());
const barePort = await freePort();
const stops: (() => Promise<unknown> | unknown)[] = [() => service.stop()];
try {
  await service.start();
  await service.command(['users', 'create', 'bench', '--password-stdin'], 'bench-password');
  const token = await service.command(['tokens', 'create', 'bench', '--name', 'bench']);
  const cairn = new Client(`${service.url}/api/v1`, token);
  const bare = await startBare();
  let created = 0;
  const lists = new Map<string, number>();
  for (const size of sizes) {
    const start = performance.now();
    const from = created;
    await parallel(size - from, 10, (i) =>
      cairn.call({ method: 'POST', path: '/records', json: recordBody(from + i, 'seed') }),
    );
    created = size;
    const rate = (size - from) / ((performance.now() - start) / 1000);
    process.stdout.write(`\n${size} records (the last ${size - from} created at ${rate.toFixed(0)} a second)\n`);
    await settle();
    console.table(await requests(cairn, bare, lists));
    console.table(await files(cairn));
    const { cairn: own, postgres } = service.memory();
    process.stdout.write(`resident memory: Cairn ${own.toFixed(0)} MB, PostgreSQL ${postgres.toFixed(0)} MB\n`);
  }
  await cairn.close();
  await bare.close();
} finally {
  for (const stop of stops.reverse()) await stop();
}

async function startBare(): Promise<Client> {
  const BENCH_DATABASE_URL = embeddedAddress(service.env.CAIRN_DATA_DIR ?? '');
  const env = { ...service.env, BENCH_DATABASE_URL, BENCH_PORT: String(barePort) };
  const child = spawn(process.execPath, [fileURLToPath(new URL('./bare.ts', import.meta.url))], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  stops.push(() => child.kill());
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return new Client(`http://127.0.0.1:${barePort}`);
}

// Lets the database finish what the inserts left to do, as it would between a day's work and the next.
async function settle(): Promise<void> {
  const { openDatabase } = await import('../server/src/db/index.ts');
  const db = openDatabase(embeddedAddress(service.env.CAIRN_DATA_DIR ?? ''), { max: 1 });
  await db.pool.query('vacuum analyze');
  await db.close();
}

async function requests(cairn: Client, bare: Client, lists: Map<string, number>): Promise<Record<string, Row>> {
  const { items } = await cairn.json<{ items: { id: number }[] }>({ path: '/records?per_page=100' });
  const ids = items.map(({ id }) => id);
  const next = numbers(7);
  const extras = encodeURIComponent(
    JSON.stringify([{ key: 'temperature', type: 'numeric', numeric: { min: 300, max: 400, unit: 'K' } }]),
  );
  const stamp = Date.now();
  const cases: [string, (i: number) => Load][] = [
    ['GET /records/{id}', () => ({ path: `/records/${pick(next, ids)}` })],
    ['GET /records?per_page=10', () => ({ path: '/records?per_page=10' })],
    ['GET /records?per_page=100', () => ({ path: '/records?per_page=100' })],
    ['text search', () => ({ path: `/records?query=${pick(next, SEARCH_WORDS)}` })],
    ['extras search', () => ({ path: `/records?extras=${extras}` })],
    ['POST /records', (i) => ({ method: 'POST', path: '/records', json: recordBody(i, `new-${stamp}`) })],
    [
      'PATCH /records/{id}',
      (i) => ({ method: 'PATCH', path: `/records/${pick(next, ids)}`, json: { title: `changed ${stamp} ${i}` } }),
    ],
  ];
  const table: Record<string, Row> = {};
  for (const [name, load] of cases) {
    const plain = await bare.measure(() => ({ path: `/${pick(next, ids)}` }), seconds);
    const own = await cairn.measure(load, seconds);
    const smaller = lists.get(name);
    if (smaller === undefined) lists.set(name, own.perSecond);
    table[name] = {
      'per second': Math.round(own.perSecond),
      'p50 ms': own.p50.toFixed(1),
      'p99 ms': own.p99.toFixed(1),
      'bare per second': Math.round(plain.perSecond),
      'of bare': (own.perSecond / plain.perSecond).toFixed(3),
      'slower than at the first size': smaller ? (smaller / own.perSecond).toFixed(2) : '',
    };
  }
  return table;
}

async function files(cairn: Client): Promise<Record<string, Row>> {
  const record = await cairn.json<{ id: number }>({
    method: 'POST',
    path: '/records',
    json: recordBody(0, `files-${Date.now()}`),
  });
  const uploads = `/records/${record.id}/uploads`;
  const small = randomBytes(4096);
  const begin = performance.now();
  await parallel(SMALL, 10, async (i) => {
    const upload = await cairn.json<Upload>({
      method: 'POST',
      path: uploads,
      json: { name: `small-${i}.bin`, size: small.length },
    });
    await cairn.call({ method: 'PUT', path: `${uploads}/${upload.id}`, bytes: small });
  });
  const smallSeconds = (performance.now() - begin) / 1000;

  const data = randomBytes(BIG);
  const plain = await plainStreams(service.folder, data);
  let start = performance.now();
  const upload = await cairn.json<Upload>({ method: 'POST', path: uploads, json: { name: 'big.bin', size: BIG } });
  const size = upload._meta.chunk_size;
  await parallel(upload.chunk_count, 4, (index) => {
    const bytes = data.subarray(index * size, (index + 1) * size);
    const headers = {
      'content-type': 'application/octet-stream',
      'svc-chunk-index': String(index),
      'svc-chunk-size': String(bytes.length),
      'svc-md5-checksum': createHash('md5').update(bytes).digest('hex'),
    };
    return cairn.call({ method: 'PUT', path: `${uploads}/${upload.id}`, bytes, headers });
  });
  await cairn.call({ method: 'POST', path: `${uploads}/${upload.id}` });
  let file: string | undefined;
  while (!file) {
    const { _meta } = await cairn.json<Upload>({ path: `${uploads}/${upload.id}` });
    if (_meta.task?.error) throw new Error(_meta.task.error);
    file = _meta.task?.file?.id;
    if (!file) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const up = (performance.now() - start) / 1000;
  start = performance.now();
  const received = await cairn.drain(`/records/${record.id}/files/${file}/download`);
  const down = (performance.now() - start) / 1000;
  if (received !== BIG) throw new Error(`The download had ${received} bytes.`);
  const speed = (time: number) => `${(BIG / 1e6 / time).toFixed(0)} MB/s`;
  return {
    [`${SMALL} uploads of 4 KiB`]: { speed: `${(SMALL / smallSeconds).toFixed(0)} files/s` },
    'chunked upload of 256 MB, 4 at a time': {
      speed: speed(up),
      'plain stream': speed(plain.write),
      'of plain': (plain.write / up).toFixed(2),
    },
    'download of 256 MB': {
      speed: speed(down),
      'plain stream': speed(plain.read),
      'of plain': (plain.read / down).toFixed(2),
    },
  };
}
