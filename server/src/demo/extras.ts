import type { Extra, Validation } from '@cairn/contract';

// Metadata as the demo writes it: one function a type, the key first. `more` carries description, term and validation.

type More = { description?: string; term?: string; validation?: Validation };
type Plain = Omit<More, 'validation'>;

export const str = (key: string, value: string | null, more: More = {}): Extra => ({
  type: 'str',
  key,
  value,
  ...more,
});

export const int = (key: string, value: number | null, unit: string | null = null, more: More = {}): Extra => ({
  type: 'int',
  key,
  value,
  unit,
  ...more,
});

export const float = (key: string, value: number | null, unit: string | null = null, more: More = {}): Extra => ({
  type: 'float',
  key,
  value,
  unit,
  ...more,
});

export const bool = (key: string, value: boolean | null, more: More = {}): Extra => ({
  type: 'bool',
  key,
  value,
  ...more,
});

/** @param value a day, `2012-01-31`, or a moment with offset. */
export const date = (key: string, value: string | null, more: More = {}): Extra => ({
  type: 'date',
  key,
  value: value !== null && value.length === 10 ? `${value}T00:00:00+00:00` : value,
  ...more,
});

export const dict = (key: string, value: Extra[], more: Plain = {}): Extra => ({ type: 'dict', key, value, ...more });

/** A list; its entries have no keys. */
export const list = (key: string, value: Extra[], more: Plain = {}): Extra => ({
  type: 'list',
  key,
  value: value.map(({ key: _key, ...entry }) => entry),
  ...more,
});

/** What is known of a series of measured values: their number, mean, spread and bounds, in a unit. */
export function statistics(key: string, values: readonly number[], unit: string | null, more: Plain = {}): Extra {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1);
  return dict(
    key,
    [
      int('count', values.length),
      float('mean', round(mean), unit),
      float('standard deviation', round(Math.sqrt(variance)), unit),
      float('minimum', round(Math.min(...values)), unit),
      float('maximum', round(Math.max(...values)), unit),
    ],
    more,
  );
}

/** Four digits after the point. */
export function round(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
