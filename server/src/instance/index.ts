export { LicenseField } from './license-field.ts';
export { findLicenses, type LicenseEntry, licenseNamed } from './licenses.ts';
export { mountInstance } from './routes.ts';
