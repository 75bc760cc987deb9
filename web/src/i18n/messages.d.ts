import type en from './en.ts';

// English is the measure: a key that it lacks does not compile, a key that another language lacks fails a test.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en };
  }
}
