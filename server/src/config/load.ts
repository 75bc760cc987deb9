import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { closest } from 'fastest-levenshtein';
import { type Config, complete } from './config.ts';
import { type Field, fields } from './fields.ts';
import { schema } from './schema.ts';

/** Settings that cannot be used; the message has one line for each of them. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The variables of `<cwd>/.env`, none when there is no such file. */
function readEnvFile(cwd: string): Environment {
  const file = join(cwd, '.env');
  return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
}

function textOf(field: Field, env: Environment, problems: string[]): string | undefined {
  const text = env[field.env]?.trim() || undefined;
  const file = field.secret ? env[`${field.env}_FILE`] : undefined;
  if (!file) return text;
  if (text !== undefined) {
    problems.push(`${field.env} and ${field.env}_FILE are both set: remove one of them`);
    return undefined;
  }
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    problems.push(`${field.env}_FILE names ${file}, which cannot be read (${(error as NodeJS.ErrnoException).code})`);
    return undefined;
  }
}

function unknownSettings(env: Environment): string[] {
  const known = fields.flatMap((field) => (field.secret ? [field.env, `${field.env}_FILE`] : [field.env]));
  return Object.keys(env)
    .filter((name) => name.startsWith('CAIRN_') && !name.startsWith('CAIRN_TEST_') && !known.includes(name))
    .map((name) => `${name} is not a setting: did you mean ${closest(name, known)}?`);
}

/**
 * Reads the settings from `env` and, where it does not say, from `<cwd>/.env`; paths are relative to `cwd`.
 * An empty variable counts as not set. Throws a {@link ConfigError} that names every invalid or unknown setting.
 * Variables that begin with `CAIRN_TEST_` belong to the test runner and are left alone.
 */
export function loadConfig(env: Environment, cwd: string): Config {
  const given = { ...readEnvFile(cwd), ...env };
  const problems = unknownSettings(given);
  const values: Record<string, unknown> = {};
  for (const field of fields) {
    const text = textOf(field, given, problems);
    if (text === undefined) continue;
    const [group, name] = field.path;
    if (group !== undefined && name === undefined) values[group] = text;
    else if (group !== undefined && name !== undefined) {
      values[group] = { ...(values[group] as object | undefined), [name]: text };
    }
  }
  const parsed = schema.safeParse(values);
  for (const issue of parsed.error?.issues ?? []) {
    const field = fields.find(({ path }) => path.join('.') === issue.path.join('.'));
    problems.push(`${field?.env ?? issue.path.join('.')} ${issue.message}`);
  }
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  return complete(parsed.data, cwd, values.dataDir === undefined);
}
