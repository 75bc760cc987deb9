import { isIP } from 'node:net';
import { z } from 'zod';

/** A whole number between `min` and `max`, both included. */
export function integer(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,15}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message);
}

const factors: Record<string, number> = {
  '': 1,
  b: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  tb: 1e12,
  kib: 2 ** 10,
  mib: 2 ** 20,
  gib: 2 ** 30,
  tib: 2 ** 40,
};

/** A number of bytes: `50000000`, `50 MB` (decimal) or `64 MiB` (binary). */
export function bytes(min: number) {
  return z.string().transform((text, context) => {
    const [, number = '', unit = ''] = /^(\d{1,15}(?:\.\d{1,3})?)\s*([a-z]*)$/i.exec(text) ?? [];
    const value = Math.round(Number(number) * (factors[unit.toLowerCase()] ?? Number.NaN));
    if (number !== '' && value >= min && Number.isSafeInteger(value)) return value;
    context.addIssue({
      code: 'custom',
      message: `must be a number of bytes of at least ${min}, for example 50000000, 50 MB or 64 MiB`,
    });
    return z.NEVER;
  });
}

/** As `schema`, with the word `none` for "no limit" or "not used", which becomes null. */
export function orNone<T>(schema: z.ZodType<T, string>) {
  return z.string().transform((text, context) => {
    if (text === 'none') return null;
    const parsed = schema.safeParse(text);
    if (parsed.success) return parsed.data;
    context.addIssue({ code: 'custom', message: `${parsed.error.issues[0]?.message ?? 'is not valid'}, or none` });
    return z.NEVER;
  });
}

function isNetwork(text: string): boolean {
  const [address = '', prefix] = text.split('/');
  const version = isIP(address);
  if (version === 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}

/** A list of IP addresses or networks (`10.0.0.0/8`), separated by commas; empty for none. */
export const networks = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .transform((parts) => parts.filter((part) => part !== ''))
  .refine((parts) => parts.every(isNetwork), 'must be IP addresses or networks like 10.0.0.0/8, separated by commas');

/** An address without query and fragment, kept without its trailing slash; empty when not given. */
export const webAddress = z.string().transform((text, context) => {
  if (text === '') return null;
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username && !url.password) {
    return url.href.replace(/\/+$/, '');
  }
  context.addIssue({ code: 'custom', message: 'must be an address like https://data.example.org/cairn' });
  return z.NEVER;
});

/** A PostgreSQL connection string; empty for the database that Cairn brings along. */
export const databaseUrl = z.string().transform((text, context) => {
  if (text === '') return null;
  if (/^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? '')) return text;
  context.addIssue({ code: 'custom', message: 'must look like postgres://user:password@host:5432/database' });
  return z.NEVER;
});
