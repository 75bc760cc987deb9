import type { Validation } from '@cairn/contract';
import { isIri, isObject, NO_IRI } from './text.ts';
import { checkValue, type SimpleType, type SimpleValue } from './values.ts';

const TRUE = new Set<unknown>([true, 1, '1', ...words('t', 'true', 'on', 'y', 'yes')]);
const FALSE = new Set<unknown>([false, 0, '0', ...words('f', 'false', 'off', 'n', 'no')]);

/**
 * Reads the `validation` of an extra of a simple type (resources 2.5) and removes what says nothing.
 * @returns the instructions that are left (also those beside a faulty one), and the problems, each beginning with the
 * name of its instruction.
 */
export function parseValidation(type: SimpleType, input: unknown): { validation: Validation; messages: string[] } {
  if (!isObject(input)) return { validation: {}, messages: ['Must be a JSON object.'] };
  const validation: Validation = {};
  const messages: string[] = [];
  for (const [name, value] of Object.entries(input)) {
    if (name === 'required') readFlag('Required', value, () => (validation.required = true));
    else if (name === 'range') readRange(value);
    else if (name === 'options') readOptions(value);
    else if (name === 'iri') readFlag('IRI', value, () => (validation.iri = true), type === 'str');
    else messages.push(`${name}: Unknown key.`);
  }
  if (validation.iri && validation.options && !validation.options.every((option) => isIri(String(option)))) {
    messages.push('IRI: Every option must be a valid IRI.');
  }
  return { validation, messages };

  function readFlag(name: string, value: unknown, set: () => void, applies = true): void {
    if (TRUE.has(value)) {
      if (applies) set();
      else messages.push(`${name}: Cannot be used with the type ${type}.`);
    } else if (!FALSE.has(value)) messages.push(`${name}: Must be true or false.`);
  }

  function readRange(value: unknown): void {
    if (!isObject(value)) {
      messages.push('Range: Must be a JSON object.');
      return;
    }
    const unknown = Object.keys(value).filter((key) => key !== 'min' && key !== 'max');
    for (const key of unknown) messages.push(`Range: Unknown key ${key}.`);
    const { min = null, max = null } = value;
    if (min === null && max === null) return;
    if (type !== 'int' && type !== 'float') messages.push(`Range: Cannot be used with the type ${type}.`);
    else if (!isNumber(type, min) || !isNumber(type, max)) messages.push(`Range: Bounds must be of the type ${type}.`);
    else if (min !== null && max !== null && min > max) messages.push('Range: The minimum is above the maximum.');
    else validation.range = { min, max };
  }

  function readOptions(value: unknown): void {
    if (!Array.isArray(value)) messages.push('Options: Must be an array.');
    else if (value.length === 0) return;
    else if (type !== 'str' && type !== 'int' && type !== 'float') {
      messages.push(`Options: Cannot be used with the type ${type}.`);
    } else {
      const options = new Set<string | number>();
      for (const option of value) {
        const checked = checkValue(type, option);
        if (checked.messages) {
          messages.push(`Options: Every option must be a valid value of the type ${type}.`);
          return;
        }
        options.add(checked.value as string | number);
      }
      validation.options = [...options];
    }
  }
}

/** What a value (null if none) breaks of the instructions; `required` is not asked of templates. */
export function breaches(value: SimpleValue | null, validation: Validation, template: boolean): string[] {
  if (value === null) return validation.required && !template ? ['A value is required.'] : [];
  const messages: string[] = [];
  const { range, options, iri } = validation;
  if (range && typeof value === 'number') {
    if (range.min !== null && value < range.min) messages.push(`Must be at least ${range.min}.`);
    if (range.max !== null && value > range.max) messages.push(`Must be at most ${range.max}.`);
  }
  if (options && !options.includes(value as string | number)) messages.push('Must be one of the options.');
  if (iri && !isIri(String(value))) messages.push(NO_IRI);
  return messages;
}

function isNumber(type: 'int' | 'float', value: unknown): value is number | null {
  return value === null || !checkValue(type, value).messages;
}

function words(...lower: string[]): string[] {
  return lower.flatMap((word) => [word, `${word.charAt(0).toUpperCase()}${word.slice(1)}`, word.toUpperCase()]);
}
