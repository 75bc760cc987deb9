import spdx from 'spdx-license-list';

export type LicenseEntry = { name: string; title: string; url: string | null };

const byName = new Map<string, LicenseEntry>(
  Object.entries(spdx as Record<string, { name: string; url: string }>)
    .map(([name, { name: title, url }]): [string, LicenseEntry] => [name, { name, title, url: url || null }])
    .sort(([, a], [, b]) => a.title.localeCompare(b.title, 'en') || (a.name < b.name ? -1 : 1)),
);

/** The license of a name of the SPDX list, case-sensitive. */
export function licenseNamed(name: string): LicenseEntry | undefined {
  return byName.get(name);
}

/** Licenses whose title or name contains a text, by title. */
export function findLicenses(filter: string): LicenseEntry[] {
  const wanted = filter.toLowerCase();
  return [...byName.values()].filter(
    ({ name, title }) => title.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted),
  );
}
