import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Rules of axe that the page breaks, each with the elements, as text; empty when there are none. */
export async function violations(page: Page): Promise<string[]> {
  // Evaluated, not added as a script: the content security policy forbids foreign ones, as it should.
  await page.evaluate(axe.source);
  const { violations: found } = await page.evaluate(() => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    return axe.run(document, { resultTypes: ['violations'] });
  });
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
}

/** Pixels by which the page is wider than the window. */
export function overhang(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}
