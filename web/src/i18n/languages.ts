/** Languages of the interface, with the name each has for itself. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

/** The first wanted language (as in `navigator.languages`) that exists here; English otherwise. */
export function bestLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const [primary = ''] = tag.toLowerCase().split('-');
    if (Object.hasOwn(LANGUAGES, primary)) return primary as Language;
  }
  return 'en';
}
