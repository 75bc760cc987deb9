import { toCanonicalForm, ucum } from '@atomic-ehr/ucum';
import { LRUCache } from 'lru-cache';
import { FRACTION, FRACTION_KINDS, OPAQUE, SCALE_TEXTS, SCALES } from './unit-spellings.ts';
import { readUnit } from './unit-text.ts';

/** A measured value in the base unit of its kind, comparable with all others of the same `dimension`. */
export type Quantity = { dimension: string; value: number };

type Conversion = { dimension: string; factor: number; offset: number };

// Longer texts are not units; this also bounds the work for hostile ones.
const MAX_UNIT = 60;
const conversions = new LRUCache<string, { known: Conversion | null }>({ max: 5000 });

/**
 * Turns a value with the unit it was entered with into the base unit of its kind of quantity. No unit is the pure
 * number, whose dimension is `''`, as that of `%` and `ppm`.
 * @returns null if the unit is not known (then it is an opaque text) or the result is not finite; never throws.
 */
export function canonicalQuantity(value: number, unit: string | null): Quantity | null {
  if (unit === null) return { dimension: '', value };
  const conversion = conversionOf(unit);
  if (!conversion) return null;
  const base = value * conversion.factor + conversion.offset;
  return Number.isFinite(base) ? { dimension: conversion.dimension, value: base } : null;
}

function conversionOf(unit: string): Conversion | null {
  if (unit.length > MAX_UNIT) return null;
  const cached = conversions.get(unit);
  if (cached) return cached.known;
  const known = read(unit);
  conversions.set(unit, { known });
  return known;
}

function read(unit: string): Conversion | null {
  // Compatibility forms first: micro sign and Greek mu, Ohm sign and omega, ℃, superscripts are each one spelling.
  const text = unit.normalize('NFKC').replaceAll('−', '-').trim();
  if (OPAQUE.has(text)) return null;
  const scale = SCALE_TEXTS.get(text) ?? SCALE_TEXTS.get(text.toLowerCase());
  if (scale) return { dimension: 'temperature', ...(SCALES[scale] as { factor: number; offset: number }) };
  const fraction = FRACTION.exec(text);
  if (fraction) return { dimension: FRACTION_KINDS[fraction[1] as string] as string, factor: 0.01, offset: 0 };
  const code = readUnit(text);
  return code === null ? null : ofCode(code);
}

function ofCode(code: string): Conversion | null {
  if (code === '') return { dimension: '', factor: 1, offset: 0 };
  try {
    if (!ucum.validate(code).valid) return null;
    const { magnitude, dimension, specialFunction } = toCanonicalForm(code);
    // Logarithms (dB, pH, Np) and units of arbitrary size have no base value that ranges could be compared in.
    if (specialFunction || hasArbitraryPart(code) || !(magnitude > 0 && Number.isFinite(magnitude))) return null;
    return { dimension: name(dimension, informationExponent(code)), factor: magnitude, offset: 0 };
  } catch {
    return null;
  }
}

/** The name of a kind of quantity: its base dimensions with exponents, such as `L.T-1`. */
function name(dimension: Record<string, number | undefined>, information: number): string {
  const parts = Object.entries({ ...dimension, I: information })
    .filter(([, exponent]) => exponent)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([base, exponent]) => (exponent === 1 ? base : base + exponent));
  return parts.length === 1 && parts[0] === 'Θ' ? 'temperature' : parts.join('.');
}

/** UCUM counts bits as pure numbers; here they are a dimension, so that 1 kB is not found as 800000 %. */
function informationExponent(code: string): number {
  let sum = 0;
  for (const part of code.split('.')) {
    const match = /^(?:[kMGTP]i?)?(?:By|bit)(-?\d+)?$/.exec(part);
    if (match) sum += Number(match[1] ?? 1);
  }
  return sum;
}

function hasArbitraryPart(code: string): boolean {
  return code.split('.').some((part) => ucum.isArbitraryUnit(part.replace(/-?\d+$/, '')));
}
