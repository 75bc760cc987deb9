import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { bestLanguage, LANGUAGES } from './languages.ts';

type Messages = { [key: string]: string | Messages };

/** All messages of a language by their full key. */
function messagesOf(language: string): Map<string, string> {
  const folder = new URL(`./${language}/`, import.meta.url);
  const found = new Map<string, string>();
  const collect = (messages: Messages, path: string) => {
    for (const [key, value] of Object.entries(messages)) {
      if (typeof value === 'string') found.set(`${path}.${key}`, value);
      else collect(value, `${path}.${key}`);
    }
  };
  for (const file of readdirSync(folder)) {
    collect(JSON.parse(readFileSync(new URL(file, folder), 'utf8')), file.replace(/\.json$/, ''));
  }
  return found;
}

const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();
const english = messagesOf('en');

for (const language of Object.keys(LANGUAGES)) {
  const messages = messagesOf(language);

  test(`${language} has every message, none left over and none empty`, () => {
    assert.deepEqual([...messages.keys()].sort(), [...english.keys()].sort());
    assert.deepEqual(
      [...messages].filter(([, text]) => text.trim() === ''),
      [],
    );
  });

  test(`${language} fills in the same values as English`, () => {
    for (const [key, text] of english) {
      assert.deepEqual(placeholders(messages.get(key) ?? ''), placeholders(text), key);
    }
  });

  test(`${language} has a message for each plural form of its grammar`, () => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const key of messages.keys()) {
      if (!key.endsWith('_other')) continue;
      for (const form of forms) assert.ok(messages.has(key.replace(/_other$/, `_${form}`)), `${key}: ${form}`);
    }
  });

  test(`${language} is loaded with every area that has messages`, () => {
    const loader = readFileSync(new URL(`./${language}.ts`, import.meta.url), 'utf8');
    for (const file of readdirSync(new URL(`./${language}/`, import.meta.url))) {
      assert.match(loader, new RegExp(`'\\./${language}/${file}'`));
    }
  });
}

test('the interface speaks the first language of the browser that it knows', () => {
  assert.equal(bestLanguage(['fr-FR', 'de-AT', 'en']), 'de');
  assert.equal(bestLanguage(['', 'EN-gb']), 'en');
  assert.equal(bestLanguage(['toString', 'fr']), 'en');
});
