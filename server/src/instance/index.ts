export { findLicenses, type LicenseEntry, licenseNamed } from './licenses.ts';
export { mountInstance } from './routes.ts';
