import type { Config } from './config.ts';
import { fields } from './fields.ts';

/** One setting as shown to the administrator. */
export interface SettingDescription {
  readonly env: string;
  readonly description: string;
  /** The default as it would be written; empty when there is none. */
  readonly default: string;
  /** May also be given as `<env>_FILE`. */
  readonly secret: boolean;
}

/** Every setting in reading order, for the table of the documentation. */
export function describeSettings(): SettingDescription[] {
  return fields.map(({ env, description, default: text, secret }) => ({ env, description, default: text, secret }));
}

function show(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  return Array.isArray(value) ? value.join(',') : String(value);
}

/** The settings in force as pairs of name and text; secrets are replaced by `(set)`. */
export function settingsInForce(config: Config): { env: string; value: string }[] {
  return fields.map(({ env, path, secret }) => {
    const value = path.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], config);
    return { env, value: secret && value !== null ? '(set)' : show(value) };
  });
}
