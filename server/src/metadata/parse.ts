import { addError, type ErrorTree, EXTRA_TYPES, type Extra, type ExtraType, LIMITS, strip } from '@cairn/contract';
import { type Checked, checkTerm, checkText, isObject } from './text.ts';
import { breaches, parseValidation } from './validation.ts';
import { checkValue, type SimpleType, type SimpleValue } from './values.ts';

export type ParsedExtras = { extras: Extra[]; errors: null } | { extras: null; errors: ErrorTree | string[] };
export type ParseOptions = {
  /** Templates may leave required values open. */
  template?: boolean;
  /** Levels of nesting allowed; the outermost extras are level 1. */
  maxDepth?: number;
};

type Path = readonly (string | number)[];
type Rules = Required<ParseOptions>;

/**
 * Checks and normalises extras as they come in a JSON body (resources 2.5). Never throws, works on any JSON and takes
 * time in proportion to its size.
 * @returns the extras as they are stored and answered, or all problems: by index as text, nested ones under `value`.
 */
export function parseExtras(
  input: unknown,
  { template = false, maxDepth = LIMITS.extrasDepth }: ParseOptions = {},
): ParsedExtras {
  if (input === null) return { extras: null, errors: ['Must not be null.'] };
  const reader = new Reader({ template, maxDepth });
  const extras = reader.array(input, [], 1, true);
  return reader.failed ? { extras: null, errors: reader.errors } : { extras, errors: null };
}

const KEYS = new Set(['type', 'key', 'value', 'unit', 'description', 'term', 'validation']);
const TYPES: ReadonlySet<unknown> = new Set(EXTRA_TYPES);

/** What an extra has beside type and value. */
type Attributes = { key?: string; description?: string; term?: string };

class Reader {
  readonly errors: ErrorTree = {};
  failed = false;
  readonly #rules: Rules;

  constructor(rules: Rules) {
    this.#rules = rules;
  }

  /** Reads siblings. Recursion ends at the allowed depth, so hostile nesting cannot exhaust the stack. */
  array(input: unknown, path: Path, depth: number, keyed: boolean): Extra[] {
    if (!Array.isArray(input)) {
      this.#fault([...path, '_schema'], 'Must be an array.');
      return [];
    }
    if (depth > this.#rules.maxDepth && input.length > 0) {
      this.#fault(path, `Must not be nested deeper than ${this.#rules.maxDepth} levels.`);
      return [];
    }
    const seen = new Set<string>();
    const extras: Extra[] = [];
    for (const [index, item] of input.entries()) {
      const extra = this.#extra(item, [...path, String(index)], depth, keyed ? seen : null);
      if (extra) extras.push(extra);
    }
    return extras;
  }

  /** @param siblings keys already used, or null inside a list, where keys have no meaning and are ignored. */
  #extra(input: unknown, path: Path, depth: number, siblings: Set<string> | null): Extra | null {
    if (!isObject(input)) {
      this.#fault([...path, '_schema'], 'Must be a JSON object.');
      return null;
    }
    for (const name of Object.keys(input)) if (!KEYS.has(name)) this.#fault([...path, name], 'Unknown key.');
    const attributes = this.#attributes(input, path, siblings);
    const type = this.#type(input, path);
    if (!type) return null;
    if (type !== 'int' && type !== 'float' && input.unit !== undefined && input.unit !== null) {
      this.#fault([...path, 'unit'], `Cannot be used with the type ${type}.`);
    }
    return type === 'dict' || type === 'list'
      ? this.#nested(type, attributes, input, path, depth)
      : this.#simple(type, attributes, input, path);
  }

  #attributes(input: Record<string, unknown>, path: Path, siblings: Set<string> | null): Attributes {
    const attributes: Attributes = {};
    if (siblings) {
      const key = this.#text(input, 'key', path, (text) => checkText(text, 'normalize'));
      if (input.key === undefined) this.#fault([...path, 'key'], 'This field is required.');
      if (key !== null) {
        attributes.key = key;
        if (siblings.has(key)) this.#fault([...path, 'key'], 'Must be unique among its siblings.');
        siblings.add(key);
      }
    }
    const description = this.#text(input, 'description', path, (text) => checkText(text, 'strip'));
    if (description !== null) attributes.description = description;
    const term = this.#text(input, 'term', path, checkTerm);
    if (term !== null) attributes.term = term;
    return attributes;
  }

  #type(input: Record<string, unknown>, path: Path): ExtraType | null {
    const type = typeof input.type === 'string' ? strip(input.type) : input.type;
    if (TYPES.has(type)) return type as ExtraType;
    if (input.type === undefined) this.#fault([...path, 'type'], 'This field is required.');
    this.#fault([...path, 'type'], `Must be one of: ${EXTRA_TYPES.join(', ')}.`);
    return null;
  }

  #nested(
    type: 'dict' | 'list',
    attributes: Attributes,
    input: Record<string, unknown>,
    path: Path,
    depth: number,
  ): Extra {
    if (input.validation !== undefined) {
      this.#fault([...path, 'validation'], `Cannot be used with the type ${type}.`);
    }
    const given = blankToNull(input.value) ?? [];
    return { type, ...attributes, value: this.array(given, [...path, 'value'], depth + 1, type === 'dict') };
  }

  #simple(type: SimpleType, attributes: Attributes, input: Record<string, unknown>, path: Path): Extra | null {
    const given = blankToNull(input.value) ?? null;
    const checked: Checked<SimpleValue | null> = given === null ? { value: null } : checkValue(type, given);
    const { validation, messages } =
      input.validation === undefined ? { validation: {}, messages: [] } : parseValidation(type, input.validation);
    for (const message of messages) this.#fault([...path, 'validation'], message);
    const faults = checked.messages ?? breaches(checked.value, validation, this.#rules.template);
    for (const message of faults) this.#fault([...path, 'value'], message);
    const unit = type === 'int' || type === 'float' ? this.#unit(input, path) : undefined;
    if (checked.messages) return null;
    // The shape of each type is kept by the checks above, which the union of types cannot follow.
    return {
      type,
      ...attributes,
      value: checked.value,
      ...(unit === undefined ? {} : { unit }),
      ...(Object.keys(validation).length > 0 ? { validation } : {}),
    } as Extra;
  }

  #unit(input: Record<string, unknown>, path: Path): string | null {
    if (input.unit === null) return null;
    return this.#text(input, 'unit', path, (text) => checkText(text, 'normalize'));
  }

  #text(
    input: Record<string, unknown>,
    name: 'key' | 'unit' | 'description' | 'term',
    path: Path,
    check: (text: unknown) => Checked<string>,
  ): string | null {
    if (input[name] === undefined) return null;
    const checked = check(input[name]);
    if (!checked.messages) return checked.value;
    for (const message of checked.messages) this.#fault([...path, name], message);
    return null;
  }

  #fault(path: Path, message: string): void {
    this.failed = true;
    addError(this.errors, path, message);
  }
}

/** A string value is stripped before anything else, and an empty one means no value, whatever the type. */
function blankToNull(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const stripped = strip(value);
  return stripped === '' ? null : stripped;
}
