import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ucum } from '@atomic-ehr/ucum';
import fc from 'fast-check';
import { canonicalQuantity } from './quantity.ts';

/** That two entered quantities are the same. */
function meets(value: number, unit: string, otherValue: number, otherUnit: string): void {
  const a = canonicalQuantity(value, unit);
  const b = canonicalQuantity(otherValue, otherUnit);
  assert.ok(a && b, `${unit} ${otherUnit}`);
  assert.equal(a.dimension, b.dimension, `${unit} ${otherUnit}`);
  assert.ok(Math.abs(a.value - b.value) <= 1e-9 * Math.abs(a.value), `${value} ${unit}: ${a.value}, ${b.value}`);
}

suite('quantities meet', () => {
  test('across prefixes and systems of units', () => {
    meets(5, 'mm', 0.005, 'm');
    meets(1, 'bar', 1000, 'hPa');
    meets(1, 'mbar', 1, 'hPa');
    meets(1, 'atm', 101325, 'Pa');
    meets(1, 'h', 60, 'min');
    meets(1, 'M', 1, 'mol/L');
    meets(1, 'mM', 1, 'mol/m3');
    meets(1, 'eV', 1.602176634e-19, 'J');
    meets(10, 'Å', 1, 'nm');
    meets(60, 'rpm', 1, 'Hz');
    meets(1, 'g/cm3', 1000, 'kg/m³');
    meets(1, 'S/m', 10, 'mS/cm');
    meets(1, 'T', 10000, 'G');
    meets(1, 'Pa·s', 1000, 'cP');
    meets(1, 'kWh', 3.6, 'MJ');
    meets(1, 'mAh', 3.6, 'A·s');
    meets(1, 'kDa', 1, 'kg/mol');
    meets(180, '°', Math.PI, 'rad');
    meets(5, '%', 50000, 'ppm');
    meets(1, 'MiB', 1048576, 'B');
    meets(1, 'in', 25.4, 'mm');
  });

  test('on the scales of temperature, whose zeros differ', () => {
    meets(26.85, '°C', 300, 'K');
    meets(26.85, 'C', 300, 'K');
    meets(212, '°F', 100, 'degC');
    meets(1, '°C/min', 1, 'K/min');
    for (const [scale, code] of [
      ['°C', 'Cel'],
      ['°F', '[degF]'],
    ] as const) {
      for (const value of [-40, 0, 36.6, 1000]) meets(value, scale, ucum.convert(value, code, 'K'), 'K');
    }
  });

  test('in all spellings of one unit', () => {
    const spellings = [
      ['um', 'µm', 'μm', 'micrometer', 'Micrometre', 'micro meter'],
      ['Ω', 'Ω', 'ohm', 'Ohm', 'ohms'],
      ['°C', '℃', 'degC', 'deg C', 'degrees Celsius', 'C'],
      ['s^-1', 's-1', 's⁻¹', '1/s', '/s', 's^(-1)'],
      ['W/(m·K)', 'W/(m*K)', 'W/(m K)', 'W/m/K', 'W/m·K', 'W/mK', 'W m-1 K-1', 'W·m⁻¹·K⁻¹'],
      ['kg/m3', 'kg/m^3', 'kg/m³', 'kg m-3', 'kg per m3'],
      ['l', 'L', 'liter', 'litres'],
    ];
    for (const [first, ...others] of spellings) for (const other of others) meets(1, first as string, 1, other);
  });
});

suite('what is not a unit', () => {
  test('unknown texts are opaque', () => {
    const opaque = [
      '',
      ' ',
      'px',
      'pieces',
      'HV',
      'sccm',
      '/',
      'm/',
      '(m',
      'm)',
      'm//s',
      'm..s',
      'K 5',
      '10^3',
      '[iU]',
      'IU',
    ];
    for (const unit of opaque) assert.equal(canonicalQuantity(1, unit), null, unit);
    for (const unit of ['constructor', '__proto__', 'toString', 'x'.repeat(100_000)]) {
      assert.equal(canonicalQuantity(1, unit), null);
    }
  });

  test('logarithms and ambiguous texts are opaque rather than wrong', () => {
    for (const unit of ['dB', 'pH', 'a.u.', 'n.a.', 'mol/L s-1']) assert.equal(canonicalQuantity(1, unit), null, unit);
  });

  test('fractions of mass, volume and atoms stay apart', () => {
    const kinds = ['wt%', 'vol%', 'at%', 'mol%', '%'].map((unit) => canonicalQuantity(1, unit)?.dimension);
    assert.equal(new Set(kinds).size, 5);
    meets(1, 'wt.%', 1, 'mass %');
  });

  test('information is not a pure number', () => {
    assert.notEqual(canonicalQuantity(1, 'kB')?.dimension, canonicalQuantity(1, '%')?.dimension);
    assert.notEqual(canonicalQuantity(1, 'MB/s')?.dimension, canonicalQuantity(1, 'Hz')?.dimension);
  });

  test('no unit is the pure number', () => {
    assert.deepEqual(canonicalQuantity(0.05, null), { dimension: '', value: 0.05 });
    meets(5, '%', 0.05, '1');
  });
});

suite('conversion as a function', () => {
  const UNITS = ['K', '°C', '°F', 'mm', 'hPa', 'mbar', 'kV', 'mol/L', 'g/cm3', 'Pa·s', 'min', '°', '%', 'eV'];

  test('keeps the order of values and can be undone', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...UNITS),
        fc.double({ min: -1e12, max: 1e12, noNaN: true }),
        fc.double({ min: -1e12, max: 1e12, noNaN: true }),
        (unit, a, b) => {
          const at = (value: number) => canonicalQuantity(value, unit)?.value as number;
          const zero = at(0);
          const factor = at(1) - zero;
          assert.ok(a <= b === at(a) <= at(b) || at(a) === at(b));
          assert.ok(
            Math.abs((at(a) - zero) / factor - a) <= 1e-9 * Math.max(Math.abs(a), Math.abs(zero / factor), 1e-290),
          );
        },
      ),
    );
  });

  test('never throws and never gives a number that is none', () => {
    const parts = fc.constantFrom(...'m K / ( ) . * · ^ - 2 1 °C µ Pa [ ] { } % 10* wt% ³ ⁻¹'.split(' '), ' ');
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(parts, { maxLength: 12 }).map((list) => list.join('')),
    );
    fc.assert(
      fc.property(texts, fc.double(), (unit, value) => {
        const quantity = canonicalQuantity(value, unit);
        assert.ok(quantity === null || Number.isFinite(quantity.value));
      }),
      { numRuns: 500 },
    );
  });
});
