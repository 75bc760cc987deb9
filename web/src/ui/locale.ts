import { useTranslation } from 'react-i18next';

/** Locale for dates, numbers and sizes: the browser's own variant (en-GB, de-AT) where it is of the chosen language. */
export function useLocale(): string {
  const { i18n } = useTranslation();
  return localeFor(i18n.language, navigator.languages);
}

/**
 * The first of the wanted languages that is a variant of `language` and that formatters understand: some browsers tell
 * the name of the system's locale (en-US@posix), which is none.
 */
export function localeFor(language: string, wanted: readonly string[]): string {
  return wanted.find((tag) => tag.toLowerCase().startsWith(language) && isLocale(tag)) ?? language;
}

function isLocale(tag: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}
