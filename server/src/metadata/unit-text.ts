import { DIFFERENCES, NAME_PREFIXES, NAMES, OPAQUE, PHRASES, PREFIXED, SYMBOLS } from './unit-spellings.ts';

const PREFIX = /^(?:da|[yzafpnumcdhkMGTPEZY])/;
const NAME = new RegExp(`^(${Object.keys(NAME_PREFIXES).join('|')})[ -]?(${Object.keys(NAMES).join('|')})s?$`);
const TOKEN = /\s*(\/|\(|\)|[.*·⋅×]|1(?![\d.])|[\p{L}°%‰'"_[\]]+(?:\^?(\d+|[-+]\d+|\([-+]?\d+\)))?)\s*/uy;

/**
 * Reads a unit as people write it (`W/(m·K)`, `mol/L`, `s^-1`, `g cm-3`) into a UCUM code that is one plain product, such
 * as `W.m-1.K-1`; the empty code is the number 1. Everything after a slash belongs to the denominator, as is usual in
 * print (`W/m·K`); a negative exponent there is ambiguous and not read.
 * @returns null if the text has another form. Whether the symbols exist is for the unit library to say.
 */
export function readUnit(text: string): string | null {
  const phrase = PHRASES[text] ?? nameOf(text);
  if (phrase !== null) return phrase;
  const factors = product(tokens(text.replace(/ per /g, '/')));
  if (!factors) return null;
  const code = factors.flatMap(({ symbol, exponent }) => raise(codeOf(symbol, factors.length > 1), exponent));
  return code.includes(null) ? null : code.join('.');
}

type Token = { mark: string; exponent: number };
type Factor = { symbol: string; exponent: number };

function tokens(text: string): Token[] | null {
  const found: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const match = TOKEN.exec(text);
    if (!match) return null;
    const power = match[2];
    const mark = power === undefined ? (match[1] as string) : (match[1] as string).replace(/\^?\(?[-+]?\d+\)?$/, '');
    found.push({ mark, exponent: power === undefined ? 1 : Number(power.replace(/[()]/g, '')) });
  }
  return found;
}

function product(list: Token[] | null): Factor[] | null {
  if (!list || list.length === 0) return null;
  const factors: Factor[] = [];
  const signs: number[] = [];
  let sign = 1;
  let wantsFactor = true;
  for (const { mark, exponent } of list) {
    if (mark === '/') {
      // A slash at the very beginning is 1/...; two operators in a row are no unit.
      if (wantsFactor && factors.length > 0) return null;
      if (sign !== (signs.at(-1) ?? 1) && signs.length > 0) return null;
      sign = -(signs.at(-1) ?? 1);
      wantsFactor = true;
    } else if (/^[.*·⋅×]$/.test(mark)) {
      if (wantsFactor) return null;
      wantsFactor = true;
    } else if (mark === '(') {
      if (signs.length > 3) return null;
      signs.push(sign);
    } else if (mark === ')') {
      const outer = signs.pop();
      if (outer === undefined || wantsFactor) return null;
      sign = outer;
    } else {
      if (exponent === 0 || Math.abs(exponent) > 20 || (sign < 0 && exponent < 0)) return null;
      if (mark !== '1') factors.push({ symbol: mark, exponent: sign * exponent });
      wantsFactor = false;
    }
  }
  return wantsFactor || signs.length > 0 ? null : factors;
}

/** UCUM code of one symbol, itself a plain product; null if the symbol must not be read as a unit. */
function codeOf(symbol: string, inProduct: boolean): string | null {
  if (inProduct && Object.hasOwn(DIFFERENCES, symbol)) return DIFFERENCES[symbol] as string;
  if (OPAQUE.has(symbol)) return null;
  if (Object.hasOwn(SYMBOLS, symbol)) return SYMBOLS[symbol] as string;
  if (Object.hasOwn(PREFIXED, symbol)) return PREFIXED[symbol] as string;
  const plain = symbol.replace(/^μ/, 'u');
  const prefix = PREFIX.exec(plain)?.[0] ?? '';
  const rest = plain.slice(prefix.length);
  if (prefix && Object.hasOwn(PREFIXED, rest)) return prefix + PREFIXED[rest];
  // Bytes are written B; bels keep their own d.
  if (/^[kMGTP]i?B$/.test(plain)) return `${plain}y`;
  return nameOf(symbol) ?? plain;
}

function nameOf(text: string): string | null {
  const match = NAME.exec(text.toLowerCase());
  return match ? `${NAME_PREFIXES[match[1] as string]}${NAMES[match[2] as string]}` : null;
}

function raise(code: string | null, exponent: number): (string | null)[] {
  if (code === null) return [null];
  return code.split('.').map((part) => {
    const match = /^(.*?[^\d-])(-?\d+)?$/.exec(part);
    if (!match) return null;
    const total = Number(match[2] ?? 1) * exponent;
    return total === 1 ? (match[1] as string) : `${match[1]}${total}`;
  });
}
