import { text } from 'node:stream/consumers';
import { type Body, type ErrorTree, parseBody } from '@cairn/contract';
import { CommandError } from './output.ts';

function lines(tree: ErrorTree, at = ''): string[] {
  return Object.entries(tree).flatMap(([key, value]) => {
    const place = key === '_schema' ? at : at ? `${at}.${key}` : key;
    return Array.isArray(value) ? value.map((message) => `${place}: ${message}`) : lines(value, place);
  });
}

/** The problems of an error tree of the API, one a line. */
export function explain(errors: ErrorTree): string {
  return lines(errors).join('\n');
}

/** Checks what was typed against a body of the API; throws a {@link CommandError} that lists every problem. */
export function check<T>(body: Body<T>, input: unknown): T {
  const parsed = parseBody(body, input);
  if ('errors' in parsed) throw new CommandError(explain(parsed.errors));
  return parsed.value;
}

/** The password on standard input, without the line break that `echo` adds. */
export async function passwordFromInput(): Promise<string> {
  return (await text(process.stdin)).replace(/\r?\n$/, '');
}
