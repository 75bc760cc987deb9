import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { logIn, openPage, startBrowser } from './browser.ts';
import { startInstance } from './instance.ts';
import { makeAda, PASSWORD, TENSILE_TEST } from './laboratory.ts';

const instance = await startInstance();
const browser = await startBrowser();
const { makeRecord } = await makeAda(instance);
const id = await makeRecord(TENSILE_TEST, { 'load.csv': 'a,b\n1,2\n', 'raw/strain.txt': '' });

/** A page of a browser in which Ada is logged in, at an address. */
async function asAda(path: string, options?: Parameters<typeof openPage>[1]) {
  const page = await openPage(browser, options);
  await page.goto(instance.url + path);
  await logIn(page, 'ada', PASSWORD);
  return page;
}

const BUDGET = 250_000;

test('the first load of a record takes less than 250 kB of compressed JavaScript', async () => {
  const page = await openPage(browser);
  await page.goto(instance.url);
  await logIn(page, 'ada', PASSWORD);
  const storageState = await page.context().storageState();
  const first = await openPage(browser, { storageState });
  const sizes: Promise<number>[] = [];
  first.on('response', (response) => {
    if (!/javascript/.test(response.headers()['content-type'] ?? '')) return;
    sizes.push(response.body().then((body) => gzipSync(body).length));
  });
  await first.goto(`${instance.url}records/${id}`);
  await first.getByText('load.csv').first().waitFor();
  await first.getByRole('table').filter({ hasText: 'Channel' }).waitFor();
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  assert.ok(total > 0 && total < BUDGET, `${total} bytes`);
});

test('values stand with their units, dates and numbers in the reader’s language', async () => {
  const page = await asAda(`records/${id}`, { locale: 'de-DE' });
  await page.getByRole('heading', { name: 'Metadaten' }).waitFor();
  const text = (await page.locator('main').textContent()) ?? '';
  assert.match(text, /Diameter8,015mm/);
  assert.match(text, /Preload10 · 20 · 50N/);
  assert.match(text, /Start12\.10\.2026/);
  assert.match(text, /Alle, die sich hier anmelden können/);
  assert.equal(await page.locator('html').getAttribute('lang'), 'de');
});

test('files come down with their names, one by one and all together', async () => {
  const page = await asAda(`records/${id}`);
  const [one] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download load.csv' }).click(),
  ]);
  assert.equal(one.suggestedFilename(), 'load.csv');
  const [all] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download all' }).click(),
  ]);
  assert.match(all.suggestedFilename(), /\.zip$/);
});

test('text from users runs nothing and fetches nothing from elsewhere', async () => {
  const description = [
    '<script>window.hacked = 1</script><img src=x onerror="window.hacked = 1">',
    '[a](javascript:window.hacked=1) [b](data:text/html,<script>window.hacked=1</script>) <javascript:window.hacked=1>',
    '![c](https://elsewhere.invalid/spy.png) ![d](javascript:window.hacked=1)',
    '<svg onload="window.hacked=1"></svg><iframe src="javascript:window.hacked=1"></iframe>',
  ].join('\n\n');
  const extras = [
    { type: 'str', key: '<img src=x onerror=window.hacked=1>', value: 'javascript:window.hacked=1' },
    { type: 'str', key: 'term', value: 'x', term: 'javascript:window.hacked=1' },
  ];
  const evil = await makeRecord({ identifier: 'evil', title: '<b>Evil</b>', description, extras });
  const page = await asAda('records');
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(instance.url)) foreign.push(request.url());
  });
  await page.goto(`${instance.url}records/${evil}`);
  await page.getByRole('link', { name: 'Image: c' }).waitFor();
  for (const link of await page.locator('main a').all()) {
    assert.doesNotMatch((await link.getAttribute('href')) ?? '', /^(javascript|data):/i);
  }
  assert.equal(await page.locator('main').locator('script, iframe, svg[onload], img').count(), 0);
  assert.equal(await page.evaluate(() => 'hacked' in window), false);
  assert.deepEqual(foreign, []);
  assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), '<b>Evil</b>');
});

test('a session that ends leads to the log-in and back to the same place', async () => {
  const page = await asAda(`records/${id}?files=-size`);
  await page.getByText('load.csv').first().waitFor();
  await page.context().clearCookies();
  await page.getByRole('link', { name: 'steel' }).first().click();
  await page.getByRole('heading', { name: 'Log in' }).waitFor();
  assert.equal(page.url(), `${instance.url}records?tag=steel`);
  await logIn(page, 'ada', PASSWORD);
  await page.getByText('1 record found').waitFor();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: TENSILE_TEST.title }).waitFor();
  assert.equal(page.url(), `${instance.url}records/${id}?files=-size`);
});

test('the theme one chooses stays and is there before the first paint', async () => {
  const page = await asAda('records');
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByText('Dark', { exact: true }).click();
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
  await page.reload({ waitUntil: 'domcontentloaded' });
  assert.equal(await page.locator('html').getAttribute('data-mantine-color-scheme'), 'dark');
});

test('a record with thousands of entries is there at once and shows them step by step', async () => {
  const extras = Array.from({ length: 2000 }, (_, at) => ({
    type: 'int',
    key: `reading ${at}`,
    value: at,
    unit: 'V',
  }));
  const large = await makeRecord({ identifier: 'large', title: 'Large', extras });
  const page = await asAda(`records/${large}`);
  await page.getByText('reading 0', { exact: true }).waitFor();
  assert.equal(await page.getByText('reading 500', { exact: true }).count(), 0);
  await page.getByRole('button', { name: 'Show 500 more of 1500' }).click();
  await page.getByText('reading 999', { exact: true }).waitFor();
});

test('a lost connection is said, and the page goes on by itself when it is back', async () => {
  const page = await asAda('records');
  const row = page.getByRole('link', { name: TENSILE_TEST.title });
  await row.waitFor();
  await page.route('**/api/**', (route) => route.abort());
  await row.click();
  await page.getByText('No connection to Cairn').waitFor();
  await page.unroute('**/api/**');
  await page.getByText('load.csv').first().waitFor();
  await page.getByText('No connection to Cairn').waitFor({ state: 'detached' });
});

test('a page opened while the service restarts behind its proxy appears when it is back', async () => {
  const page = await asAda('records');
  await page.getByRole('link', { name: TENSILE_TEST.title }).waitFor();
  await page.route('**/api/**', (route) => route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' }));
  await page.reload();
  await page.getByRole('heading', { name: "The service can't be reached" }).waitFor();
  await page.unroute('**/api/**');
  await page.getByRole('link', { name: TENSILE_TEST.title }).waitFor();
});
