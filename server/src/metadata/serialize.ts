import type { Extra, Validation } from '@cairn/contract';

/**
 * Writes extras as the compact JSON text that is stored and spliced into answers as it is. Floats keep a decimal point
 * (3 becomes `3.0`), because clients in other languages read the type from it; apart from that, this is JSON.stringify.
 */
export function serializeExtras(extras: readonly Extra[]): string {
  let text = '[';
  for (const [index, extra] of extras.entries()) text += (index > 0 ? ',' : '') + serializeExtra(extra);
  return `${text}]`;
}

function serializeExtra(extra: Extra): string {
  let text = `{"type":"${extra.type}"`;
  if (extra.key !== undefined) text += `,"key":${JSON.stringify(extra.key)}`;
  if (extra.type === 'dict' || extra.type === 'list') text += `,"value":${serializeExtras(extra.value)}`;
  else if (extra.type === 'float') text += `,"value":${float(extra.value)}`;
  else text += `,"value":${JSON.stringify(extra.value)}`;
  if (extra.type === 'int' || extra.type === 'float') text += `,"unit":${JSON.stringify(extra.unit)}`;
  if (extra.description !== undefined) text += `,"description":${JSON.stringify(extra.description)}`;
  if (extra.term !== undefined) text += `,"term":${JSON.stringify(extra.term)}`;
  if ('validation' in extra && extra.validation) {
    const { validation } = extra;
    text += `,"validation":${extra.type === 'float' ? floatValidation(validation) : JSON.stringify(validation)}`;
  }
  return `${text}}`;
}

function floatValidation({ range, options, ...flags }: Validation): string {
  const members = Object.entries(flags).map(([name, value]) => `"${name}":${value}`);
  if (range) members.push(`"range":{"min":${float(range.min)},"max":${float(range.max)}}`);
  if (options) members.push(`"options":[${options.map((option) => float(Number(option))).join(',')}]`);
  return `{${members.join(',')}}`;
}

function float(value: number | null): string {
  const text = JSON.stringify(value);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}
