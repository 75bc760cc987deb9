import { useTranslation } from 'react-i18next';

/** Locale for dates, numbers and sizes: the browser's own variant (en-GB, de-AT) where it is of the chosen language. */
export function useLocale(): string {
  const { i18n } = useTranslation();
  return navigator.languages.find((tag) => tag.toLowerCase().startsWith(i18n.language)) ?? i18n.language;
}
