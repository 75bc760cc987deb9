/**
 * How laboratories write units, in codes of UCUM (the standard that the unit library speaks). Symbols that UCUM itself
 * reads as meant (Pa, kV, um, mol, bar, eV, ...) need no entry. Where a symbol has two meanings, the one that is common
 * beside measured values wins; docs/decisions/0021-units-that-meet.md lists these choices.
 */

/** Symbols that take no prefix. */
export const SYMBOLS: Record<string, string> = {
  '%': '%',
  '‰': '[ppth]',
  ppm: '[ppm]',
  ppb: '[ppb]',
  '°': 'deg',
  "'": "'",
  '"': "''",
  μ: 'um',
  micron: 'um',
  in: '[in_i]',
  inch: '[in_i]',
  inches: '[in_i]',
  ft: '[ft_i]',
  yd: '[yd_i]',
  mi: '[mi_i]',
  mph: '[mi_i].h-1',
  lb: '[lb_av]',
  lbs: '[lb_av]',
  oz: '[oz_av]',
  psi: '[psi]',
  mmHg: 'mm[Hg]',
  torr: 'mm[Hg]',
  Torr: 'mm[Hg]',
  mTorr: 'um[Hg]',
  at: 'att',
  rpm: 'min-1',
  rps: 's-1',
  cps: 's-1',
  sec: 's',
  secs: 's',
  mins: 'min',
  hr: 'h',
  hrs: 'h',
  y: 'a',
  yr: 'a',
  yrs: 'a',
  cc: 'cm3',
  ha: 'har',
  gauss: 'G',
  Gs: 'G',
  kG: 'kG',
  B: 'By',
};

/** Symbols that take the metric prefixes. */
export const PREFIXED: Record<string, string> = {
  Å: 'Ao',
  Angstrom: 'Ao',
  angstrom: 'Ao',
  Ω: 'Ohm',
  ohm: 'Ohm',
  M: 'mol.l-1',
  Da: 'u',
  Wh: 'W.h',
  Ah: 'A.h',
  As: 'A.s',
  Vs: 'V.s',
  VA: 'V.A',
  Ws: 'W.s',
  Nm: 'N.m',
  Pas: 'Pa.s',
  cal: 'cal',
};

/** Whole texts whose usual meaning differs from what their parts say. */
export const PHRASES: Record<string, string> = {
  'W/mK': 'W.m-1.K-1',
  'mW/mK': 'mW.m-1.K-1',
  'J/kgK': 'J.kg-1.K-1',
  'kJ/kgK': 'kJ.kg-1.K-1',
  'J/gK': 'J.g-1.K-1',
  'J/molK': 'J.mol-1.K-1',
  'W/m²K': 'W.m-2.K-1',
  'W/m2K': 'W.m-2.K-1',
};

/** The only two scales with a zero of their own: `base = value * factor + offset`, in kelvin. */
export const SCALES: Record<string, { factor: number; offset: number }> = {
  Cel: { factor: 1, offset: 273.15 },
  '[degF]': { factor: 5 / 9, offset: (459.67 * 5) / 9 },
};

const CELSIUS = ['C', '°C', '° C', 'degC', 'deg C', 'deg. C', 'degree C', 'degrees C', 'Cel', 'celsius'];
const FAHRENHEIT = ['°F', '° F', 'degF', 'deg F', 'deg. F', 'fahrenheit', '[degF]'];
/** Texts for a temperature on such a scale. */
export const SCALE_TEXTS = new Map([
  ...CELSIUS.map((text) => [text, 'Cel'] as const),
  ...['degree celsius', 'degrees celsius', 'centigrade'].map((text) => [text, 'Cel'] as const),
  ...FAHRENHEIT.map((text) => [text, '[degF]'] as const),
  ...['degree fahrenheit', 'degrees fahrenheit'].map((text) => [text, '[degF]'] as const),
]);

/** Inside a product these symbols mean a difference of temperatures, not a point on the scale. */
export const DIFFERENCES: Record<string, string> = {
  '°C': 'K',
  degC: 'K',
  Cel: 'K',
  '°F': '[degR]',
  degF: '[degR]',
};

/** Texts that look like units but are not, or that have no fixed size. */
export const OPAQUE = new Set([
  'pH',
  'a.u.',
  'a.u',
  'au',
  'AU',
  'arb.u.',
  'n.a.',
  'n.a',
  'pa',
  'ma',
  'na',
  'ph',
  'sb',
  'wt',
]);

/** Fractions by what they count; each is a kind of its own, since 5 % of mass are not 5 % of atoms. */
export const FRACTION = /^(wt|w|m|mass|vol|v|at|mol)\.? ?%$/;
export const FRACTION_KINDS: Record<string, string> = {
  wt: 'mass fraction',
  w: 'mass fraction',
  m: 'mass fraction',
  mass: 'mass fraction',
  vol: 'volume fraction',
  v: 'volume fraction',
  at: 'atomic fraction',
  mol: 'mole fraction',
};

/** Names in words, singular; a plural `s` and the prefixes below are understood. */
export const NAMES: Record<string, string> = {
  ampere: 'A',
  amp: 'A',
  bar: 'bar',
  becquerel: 'Bq',
  bit: 'bit',
  byte: 'By',
  calorie: 'cal',
  candela: 'cd',
  coulomb: 'C',
  dalton: 'u',
  day: 'd',
  degree: 'deg',
  electronvolt: 'eV',
  farad: 'F',
  foot: '[ft_i]',
  feet: '[ft_i]',
  gauss: 'G',
  gram: 'g',
  gramme: 'g',
  gray: 'Gy',
  hectare: 'har',
  henry: 'H',
  hertz: 'Hz',
  hour: 'h',
  joule: 'J',
  kelvin: 'K',
  liter: 'l',
  litre: 'l',
  lumen: 'lm',
  lux: 'lx',
  meter: 'm',
  metre: 'm',
  minute: 'min',
  molar: 'mol.l-1',
  mole: 'mol',
  month: 'mo',
  newton: 'N',
  ohm: 'Ohm',
  pascal: 'Pa',
  percent: '%',
  poise: 'P',
  radian: 'rad',
  second: 's',
  siemens: 'S',
  sievert: 'Sv',
  tesla: 'T',
  ton: 't',
  tonne: 't',
  volt: 'V',
  watt: 'W',
  weber: 'Wb',
  week: 'wk',
  year: 'a',
};

export const NAME_PREFIXES: Record<string, string> = {
  '': '',
  femto: 'f',
  pico: 'p',
  nano: 'n',
  micro: 'u',
  milli: 'm',
  centi: 'c',
  deci: 'd',
  hecto: 'h',
  kilo: 'k',
  mega: 'M',
  giga: 'G',
  tera: 'T',
};
