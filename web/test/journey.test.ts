import assert from 'node:assert/strict';
import { test } from 'node:test';
import { violations } from './accessibility.ts';
import { openPage, startBrowser, tabTo } from './browser.ts';
import { startInstance } from './instance.ts';
import { PASSWORD, TENSILE_TEST } from './laboratory.ts';

// Below a path, as behind the proxy of an institute: every address in the page must follow it.
const instance = await startInstance('/lab');
const browser = await startBrowser();

test('from an empty instance to the first record and out again, with the keyboard alone', async () => {
  const page = await openPage(browser);
  const { keyboard } = page;
  const type = async (label: string, text: string) => {
    await tabTo(page, page.getByLabel(label, { exact: true }));
    await keyboard.type(text);
  };
  const press = async (name: string | RegExp, role: 'button' | 'link' = 'button') => {
    await tabTo(page, page.getByRole(role, { name }).first());
    await keyboard.press('Enter');
  };

  await page.goto(instance.setupLink);
  await page.getByRole('heading', { name: 'First administrator' }).waitFor();
  assert.deepEqual(await violations(page), []);
  await type('Name', 'Ada Lindqvist');
  await type('User name', 'ada');
  await type('Password', PASSWORD);
  await keyboard.press('Enter');

  await page.getByText('No records yet').waitFor();
  assert.deepEqual(await violations(page), []);
  assert.equal(page.url(), `${instance.url}records`);
  await press('Create an access token', 'link');
  await page.getByRole('heading', { name: 'Access tokens' }).waitFor();
  await press('Create token');
  await page.getByRole('dialog').waitFor();
  await type('Name', 'Notebook');
  await keyboard.press('Enter');
  const token = (await page.locator('[data-token]').textContent()) ?? '';
  assert.match(token, /^pat_/);
  await press('Done');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('listitem').filter({ hasText: 'Notebook' }).filter({ hasText: 'never used' }).waitFor();

  const made = await fetch(`${instance.url}api/v1/records`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(TENSILE_TEST),
  });
  assert.equal(made.status, 201);

  await page.locator('h1').focus();
  await keyboard.press('/');
  await keyboard.type('heat-treated');
  await keyboard.press('Enter');
  await page.getByText('1 record found').waitFor();
  assert.equal(page.url(), `${instance.url}records?query=heat-treated`);
  await page.locator('h1').focus();
  await keyboard.press('j');
  await keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: TENSILE_TEST.title }).waitFor();
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
  await page.getByText('12\u202f840').waitFor();
  await press(/^Specimen/);
  await page.getByText('12\u202f840').waitFor({ state: 'detached' });

  await press(/Account/);
  await press('Log out');
  await page.getByRole('heading', { name: 'Log in' }).waitFor();
  const after = await page.evaluate(async () => (await fetch('api/v1/records')).status);
  assert.equal(after, 401);
});

test('the link for the first administrator works once', async () => {
  const page = await openPage(browser);
  await page.goto(instance.setupLink);
  await page.getByLabel('Name', { exact: true }).fill('Eve');
  await page.getByLabel('User name').fill('eve');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: "This link doesn't work" }).waitFor();
});

test('a wrong password is said and keeps the name', async () => {
  const page = await openPage(browser);
  await page.goto(instance.url);
  await page.getByLabel('User name').fill('ada');
  await page.getByLabel('Password', { exact: true }).fill('wrong horse');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').filter({ hasText: 'User name or password is wrong.' }).waitFor();
  assert.equal(await page.getByLabel('User name').inputValue(), 'ada');
});
