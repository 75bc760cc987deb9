import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { bestLanguage, LANGUAGES, type Language } from './languages.ts';

export { LANGUAGES, type Language } from './languages.ts';

const STORED = 'cairn.language';
const loaders = { en: () => import('./en.ts'), de: () => import('./de.ts') };

async function load(language: Language) {
  if (!i18next.hasResourceBundle(language, 'translation')) {
    const messages = await loaders[language]();
    i18next.addResourceBundle(language, 'translation', messages.default);
  }
  document.documentElement.lang = language;
}

/** Loads the messages of the language chosen before, or of the browser's. Await it before the first render. */
export async function startMessages(): Promise<void> {
  const language = bestLanguage([localStorage.getItem(STORED) ?? '', ...navigator.languages]);
  await i18next.use(initReactI18next).init({
    lng: language,
    supportedLngs: Object.keys(LANGUAGES),
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
    resources: {},
  });
  await load(language);
  await i18next.changeLanguage(language);
}

/** Changes the language of the interface, now and for the next visits in this browser. */
export async function chooseLanguage(language: Language): Promise<void> {
  await load(language);
  localStorage.setItem(STORED, language);
  await i18next.changeLanguage(language);
}
