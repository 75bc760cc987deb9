import { after } from 'node:test';
import {
  type Browser,
  type BrowserContextOptions,
  type Locator,
  type Page,
  chromium as playwright,
} from 'playwright-core';
import { packagedChromium } from './chromium.ts';

export const DESKTOP = { viewport: { width: 1280, height: 860 } } satisfies BrowserContextOptions;
export const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
} satisfies BrowserContextOptions;

/** A real Chromium for the tests of a file: the one of CAIRN_TEST_CHROMIUM, else the one that npm installed. */
export async function startBrowser(): Promise<Browser> {
  const own = process.env.CAIRN_TEST_CHROMIUM;
  const packaged = own ? { executablePath: own, args: ['--no-sandbox'] } : await packagedChromium();
  const browser = await playwright.launch({ ...packaged, headless: true });
  after(() => browser.close());
  return browser;
}

/** A page in a fresh profile. Whatever goes wrong in the page itself fails the test that opened it. */
export async function openPage(browser: Browser, options: BrowserContextOptions = DESKTOP): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  page.on('pageerror', (error) => {
    throw error;
  });
  return page;
}

/** Presses Tab until the element has the focus, as somebody without a mouse would. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let pressed = 0; pressed < 80; pressed += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${target}.`);
}

/** Logs in on the log-in page that is shown. */
export async function logIn(page: Page, username: string, password: string): Promise<void> {
  await page.locator('input[name=username]').fill(username);
  await page.locator('input[name=password]').fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('banner').waitFor();
}
