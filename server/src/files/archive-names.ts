// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const UNSAFE = /[\u0000-\u001f\u007f\\]/gu;

/**
 * Names of the entries of an archive, one for each file name, in the same order. A `/` makes a folder; no entry can
 * leave the folder it is unpacked in; all are different, also from the folders of others. What must change gets a
 * number before its extension (decision 14).
 */
export function archiveNames(names: readonly string[]): string[] {
  const wanted = names.map(safe);
  const folders = new Set(wanted.flatMap(foldersOf));
  const all = new Set(wanted);
  const taken = new Set<string>();
  return wanted.map((name) => {
    let free = name;
    for (let n = 2; taken.has(free) || folders.has(free) || (free !== name && all.has(free)); n++)
      free = numbered(name, n);
    taken.add(free);
    return free;
  });
}

function safe(name: string): string {
  const segments = name
    .replace(UNSAFE, '_')
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.' && segment !== '..');
  // A drive letter at the start would be a place outside for some programs.
  return segments.join('/').replace(/^([A-Za-z]):/, '$1_') || '_';
}

function foldersOf(name: string): string[] {
  const segments = name.split('/');
  return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join('/'));
}

function numbered(name: string, n: number): string {
  const [, stem = name, extension = ''] = /^(.*[^/])(\.[^./]+)$/su.exec(name) ?? [];
  return `${stem} (${n})${extension}`;
}
