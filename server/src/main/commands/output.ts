/** A refusal of a command that is shown as one line, without a stack trace. */
export class CommandError extends Error {}

/** Writes a result line. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '-';
  return Array.isArray(value) ? value.join(' ') || '-' : String(value);
}

/** Writes rows as JSON, or as a table of the given columns. */
export function printList<R extends object>(rows: readonly R[], columns: readonly (keyof R & string)[], json: boolean) {
  if (json) return print(JSON.stringify(rows, null, 2));
  const lines = [columns.map(String), ...rows.map((row) => columns.map((name) => cell(row[name])))];
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  for (const line of lines)
    print(
      line
        .map((text, at) => text.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}
