import { recordInput } from '@cairn/contract';
import { licenseNamed } from './licenses.ts';

/** A body field with the name of a license, or null. */
export const LicenseField = recordInput.license.refine((name) => name === null || licenseNamed(name) !== undefined, {
  error: 'There is no license of this name.',
});
