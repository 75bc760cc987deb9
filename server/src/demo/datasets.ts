import { readFile } from 'node:fs/promises';

/** A row of a table: what stands in each column. */
export type Row = Readonly<Record<string, string | number | null>>;

/** The open data that the package vega-datasets carries, by file name. */
export type Datasets = {
  json<T>(name: string): Promise<T>;
  /** A table with a head line and no quoted cells; numbers are read as such. */
  csv(name: string): Promise<Row[]>;
};

/**
 * Opens the data package: only its files are read, none of its code is run.
 * @throws if it is not installed, as in an installation without development dependencies.
 */
export function openDatasets(): Datasets {
  const folder = new URL('../data/', import.meta.resolve('vega-datasets'));
  const text = (name: string) => readFile(new URL(name, folder), 'utf8');
  return {
    json: async <T>(name: string) => JSON.parse(await text(name)) as T,
    csv: async (name) => parseCsv(await text(name)),
  };
}

function parseCsv(text: string): Row[] {
  const [head = '', ...lines] = text.trim().split(/\r?\n/);
  const columns = head.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(columns.map((column, at) => [column, cellValue(cells[at] ?? '')]));
  });
}

function cellValue(cell: string): string | number | null {
  if (cell === '') return null;
  return Number.isNaN(Number(cell)) ? cell : Number(cell);
}

/** A table as CSV (RFC 4180). */
export function writeCsv(rows: readonly Row[]): Uint8Array {
  const columns = Object.keys(rows[0] ?? {});
  const cell = (value: unknown) => {
    const text = value === null || value === undefined ? '' : String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = [columns.map(cell), ...rows.map((row) => columns.map((column) => cell(row[column])))];
  return Buffer.from(`${lines.map((line) => line.join(',')).join('\r\n')}\r\n`);
}

/** A value as indented JSON. */
export function writeJsonFile(value: unknown): Uint8Array {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}

/** Rows by the value of a key, in the order in which the values first appear. */
export function groupBy<T>(rows: readonly T[], key: (row: T) => string): [string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const name = key(row);
    const group = groups.get(name);
    if (group) group.push(row);
    else groups.set(name, [row]);
  }
  return [...groups];
}

/** The numbers of a column, without gaps. */
export function column(rows: readonly Row[], name: string): number[] {
  return rows.map((row) => row[name]).filter((value): value is number => typeof value === 'number');
}
