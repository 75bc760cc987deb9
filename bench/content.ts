// Deterministic records of a laboratory: three tags, a nested outline of twelve values with units, a Markdown text.
const MATERIALS = [
  'tungsten',
  'copper',
  'graphite',
  'titanium',
  'zirconium',
  'quartz',
  'nickel',
  'sapphire',
  'gallium',
  'indium',
];
const FORMS = ['foil', 'powder', 'wafer', 'fibre'];
const METHODS = ['annealing', 'milling', 'sintering', 'etching', 'casting', 'quenching', 'polishing', 'welding'];
const WORDS = (
  'sample surface layer phase grain stress strain vacuum furnace argon sensor probe spectrum diffraction microscope ' +
  'image contrast gradient boundary cooling heating pressure cycle fatigue crack corrosion hardness modulus density'
).split(' ');
const TYPES = ['experiment', 'simulation', 'sample', 'measurement'];

/** Forty words, each in the titles of one record in forty. */
export const SEARCH_WORDS: readonly string[] = MATERIALS.flatMap((material) => FORMS.map((form) => material + form));

/** A generator of numbers from 0 to 1 that gives the same row for the same seed (mulberry32). */
export function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** One of a list. */
export function pick<T>(next: () => number, list: readonly T[]): T {
  return list[Math.floor(next() * list.length)] as T;
}

/** The body of record number `i`; about one in ten has a temperature from 300 to 400 K. */
export function recordBody(i: number, prefix: string) {
  const next = numbers(i * 7919 + 13);
  const material = SEARCH_WORDS[i % SEARCH_WORDS.length] as string;
  const method = pick(next, METHODS);
  const sentence = () => Array.from({ length: 12 }, () => pick(next, WORDS)).join(' ');
  const tags = new Set<string>();
  while (tags.size < 3) tags.add(`topic ${Math.floor(next() * 30)}`);
  return {
    identifier: `${prefix}-${i}`,
    title: `${material} ${method} ${pick(next, WORDS)} ${i}`,
    type: pick(next, TYPES),
    description: `## ${method}\n\nA *${material}* specimen: ${sentence()}.\n\n- ${sentence()}\n- ${sentence()}`,
    tags: [...tags],
    extras: [
      { key: 'material', type: 'str', value: material },
      { key: 'temperature', type: 'float', value: Math.round(next() * 100_000) / 100, unit: 'K' },
      { key: 'cycles', type: 'int', value: Math.floor(next() * 1000) },
      { key: 'calibrated', type: 'bool', value: next() < 0.5 },
      { key: 'measured at', type: 'date', value: new Date(1.6e12 + Math.floor(next() * 1e11)).toISOString() },
      { key: 'pressure', type: 'float', value: Math.round(next() * 1e6) / 1000, unit: 'hPa' },
      {
        key: 'instrument',
        type: 'dict',
        value: [
          { key: 'vendor', type: 'str', value: pick(next, WORDS) },
          { key: 'voltage', type: 'float', value: Math.round(next() * 5000) / 100, unit: 'kV' },
          { key: 'gain', type: 'int', value: Math.floor(next() * 64) },
        ],
      },
      {
        key: 'steps',
        type: 'list',
        value: [
          { type: 'str', value: pick(next, METHODS) },
          { type: 'str', value: pick(next, METHODS) },
          { type: 'int', value: Math.floor(next() * 600), unit: 's' },
        ],
      },
    ],
  };
}
