import { z } from 'zod';

/** What is known about one setting besides its value: used for error lines, `cairn config` and the README table. */
export interface SettingInfo {
  /** Name of the environment variable. */
  readonly env: string;
  readonly description: string;
  /** The default as it would be written in the environment; empty when there is none. */
  readonly default: string;
  /** A secret is never printed, and may also be given as a file named by `<env>_FILE`. */
  readonly secret: boolean;
}

/** Every setting of the schema, with its description. */
export const settingInfo = z.registry<SettingInfo>();

/**
 * One setting: a schema that turns the text of an environment variable into a value, its name, its default
 * (as text, so that defaults pass through the same validation) and one sentence for the reader.
 */
export function setting<T>(
  env: string,
  schema: z.ZodType<T, string>,
  defaultText: string,
  description: string,
  options: { secret?: boolean } = {},
) {
  const field = schema.prefault(defaultText);
  settingInfo.add(field, { env, description, default: defaultText, secret: options.secret ?? false });
  return field;
}
