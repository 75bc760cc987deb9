import { existsSync, readFileSync } from 'node:fs';
import { describeSettings } from '../../server/src/config/index.ts';
import { type Finding, root } from './sources.ts';

/** Where the table of settings stands, between the two markers. */
export const DOCUMENTS: readonly string[] = ['README.md', 'docs/operate.md'];

const PLACE = /(<!-- settings -->\n)[\s\S]*?(<!-- \/settings -->)/;

// Cells are padded as the formatter pads them, or the two would write over each other.
function settingsTable(): string {
  const rows = describeSettings().map(({ env, default: text, description }) => [
    `\`${env}\``,
    text && `\`${text}\``,
    description,
  ]);
  const lines = [['Setting', 'Default', ''], ...rows];
  const widths = [0, 1, 2].map((at) => Math.max(...lines.map((cells) => cells[at]?.length ?? 0)));
  const [head, ...body] = lines.map(
    (cells) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |\n`,
  );
  return `${head}| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |\n${body.join('')}`;
}

/** The document with the table as the schema of the settings has it; documents without markers stay as they are. */
export function withSettingsTable(document: string): string {
  return document.replace(PLACE, (_, open, close) => `${open}${settingsTable()}${close}`);
}

/** Documents whose table of settings is not the schema's. */
export function checkSettingsTable(): Finding[] {
  return DOCUMENTS.filter((path) => existsSync(root + path)).flatMap((path) => {
    const text = readFileSync(root + path, 'utf8');
    return text === withSettingsTable(text) ? [] : [`${path}: its settings are out of date: node scripts/document.ts`];
  });
}
