// Writes the generated parts of the documentation: the table of settings.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { DOCUMENTS, withSettingsTable } from './checks/settings-table.ts';
import { root } from './checks/sources.ts';

for (const path of DOCUMENTS.filter((name) => existsSync(root + name))) {
  writeFileSync(root + path, withSettingsTable(readFileSync(root + path, 'utf8')));
}
