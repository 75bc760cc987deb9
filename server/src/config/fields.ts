import { z } from 'zod';
import { schema } from './schema.ts';
import { type SettingInfo, settingInfo } from './setting.ts';

/** A setting with its place in the configuration, for example `['rateLimits', 'exempt']`. */
export interface Field extends SettingInfo {
  readonly path: readonly string[];
}

function fieldsOf(shape: z.ZodObject, path: readonly string[]): Field[] {
  return Object.entries(shape.shape).flatMap(([name, field]): Field[] => {
    const info = settingInfo.get(field);
    if (info) return [{ ...info, path: [...path, name] }];
    const inner = field instanceof z.ZodPrefault ? field.unwrap() : field;
    return inner instanceof z.ZodObject ? fieldsOf(inner, [...path, name]) : [];
  });
}

/** All settings in the order of the schema. */
export const fields: readonly Field[] = fieldsOf(schema, []);
