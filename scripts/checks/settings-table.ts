import { existsSync, readFileSync } from 'node:fs';
import { describeSettings } from '../../server/src/config/index.ts';
import { type Finding, root } from './sources.ts';

/** Where the table of settings stands, between the two markers. */
export const DOCUMENTS: readonly string[] = ['README.md', 'docs/operate.md'];

const PLACE = /(<!-- settings -->\n)[\s\S]*?(<!-- \/settings -->)/;

function settingsTable(): string {
  const rows = describeSettings().map(
    ({ env, default: text, description }) => `| \`${env}\` | ${text && `\`${text}\``} | ${description} |\n`,
  );
  return `| Setting | Default | |\n|---|---|---|\n${rows.join('')}`;
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
