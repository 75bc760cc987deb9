import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { overhang, violations } from './accessibility.ts';
import { DESKTOP, logIn, openPage, PHONE, startBrowser } from './browser.ts';
import { startInstance } from './instance.ts';
import { makeAda, PASSWORD, TENSILE_TEST } from './laboratory.ts';

const instance = await startInstance();
const browser = await startBrowser();
const { makeRecord } = await makeAda(instance);
const full = await makeRecord(TENSILE_TEST, { 'load.csv': 'a,b\n1,2\n', 'raw/strain.txt': 'x' });
const long = 'Unbreakable'.repeat(13);
await makeRecord({ identifier: 'long', title: long, tags: ['tag'.repeat(16)], type: 'type'.repeat(12) });

type Nested = { type: string; key: string; value: Nested[] | number; unit?: string };
let nested: Nested = { type: 'float', key: 'innermost', value: -1.234567890123456e-300, unit: 'm' };
for (let level = 40; level > 0; level -= 1) nested = { type: 'dict', key: `level ${level}`, value: [nested] };
const deep = await makeRecord({ identifier: 'deep', title: 'Deep', extras: [nested] });

/** A view of the interface: its address, what shows that it is there, and what has to be done first. */
type View = { path: string; shows: string | RegExp; prepare?: (page: Page) => Promise<void>; phoneOnly?: true };

const dialog = (page: Page) => page.getByRole('dialog').waitFor();
const newToken = async (page: Page) => {
  await page.getByRole('button', { name: 'Create token' }).first().click();
  await dialog(page);
};

const VIEWS: Record<string, View> = {
  'the list': { path: 'records', shows: TENSILE_TEST.title },
  'a narrowed list': {
    path: 'records?query=tensile&tag=steel&visibility=public&type=experiment',
    shows: '1 record found',
  },
  'an empty result': { path: 'records?query=zeppelin', shows: 'Nothing found' },
  'a record': { path: `records/${full}`, shows: 'load.csv' },
  'a missing record': { path: 'records/999999', shows: 'This is not here' },
  'a missing page': { path: 'nowhere', shows: 'There is no such page' },
  'the profile': { path: 'settings', shows: 'Administrator of this instance' },
  'the tokens': { path: 'settings/tokens', shows: 'laboratory' },
  'the new token': {
    path: 'settings/tokens',
    shows: 'Manage the trash',
    prepare: async (page) => {
      await newToken(page);
      await page.getByText('Only what you choose').click();
    },
  },
  'the question before a token is removed': {
    path: 'settings/tokens',
    shows: 'Remove “laboratory”?',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Remove laboratory' }).click();
      await dialog(page);
    },
  },
  'the account menu': {
    path: 'records',
    shows: 'Log out',
    prepare: (page) => page.getByRole('button', { name: /^Account/ }).click(),
  },
  'the shortcuts': {
    path: 'records',
    shows: 'Show these shortcuts',
    prepare: async (page) => {
      await page.getByText(TENSILE_TEST.title).waitFor();
      await page.keyboard.press('?');
    },
  },
  'the navigation of a phone': {
    path: 'records',
    shows: 'API reference',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Open the navigation' }).click();
      await dialog(page);
    },
    phoneOnly: true,
  },
};

for (const [device, settings] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`every page on a ${device} in ${colorScheme} keeps the rules of axe and does not scroll sideways`, async (t) => {
      const page = await openPage(browser, { ...settings, colorScheme });
      await page.goto(instance.url);
      await page.getByRole('heading', { name: 'Log in' }).waitFor();
      assert.deepEqual(await violations(page), []);
      await logIn(page, 'ada', PASSWORD);
      for (const [name, { path, shows, prepare, phoneOnly }] of Object.entries(VIEWS)) {
        if (phoneOnly && device !== 'phone') continue;
        await t.test(name, async () => {
          await page.goto(instance.url + path);
          await prepare?.(page);
          await page.getByText(shows).locator('visible=true').first().waitFor();
          assert.deepEqual(await violations(page), []);
          assert.ok((await overhang(page)) <= 0, 'wider than the window');
        });
      }
    });
  }
}

test('nothing scrolls sideways at 320 px', async () => {
  const page = await openPage(browser, { ...PHONE, viewport: { width: 320, height: 640 } });
  await page.goto(instance.url);
  await logIn(page, 'ada', PASSWORD);
  for (const path of ['records', `records/${full}`, `records/${deep}`, 'settings/tokens']) {
    await page.goto(instance.url + path);
    await page.locator('h1').waitFor();
    await page.waitForLoadState('networkidle');
    assert.ok((await overhang(page)) <= 0, path);
  }
});
