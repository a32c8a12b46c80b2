import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Rules that depend on the theme; all others are checked once. */
const OF_COLOR = ['color-contrast', 'link-in-text-block'];

/** Checks the visible page against WCAG 2.2 AA in both themes: no violations. Its parts scroll, the document does not. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await page.evaluate(beyondDocument)).toEqual([]);
  // Once per document: it takes longer to evaluate than to run.
  if (await page.evaluate(() => !window.axe)) await page.evaluate(axe.source);
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const found = await page.evaluate(
      findViolations,
      colorScheme === 'dark' ? { type: 'tag' as const, values: WCAG } : { type: 'rule' as const, values: OF_COLOR },
    );
    expect(found.map((violation) => `${colorScheme}: ${violation}`)).toEqual([]);
  }
}

/** Runs in the page: what makes the document larger than the window, so that all of it can be scrolled away. */
function beyondDocument(): string[] {
  const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement;
  if (scrollWidth <= clientWidth && scrollHeight <= clientHeight) return [];
  const edge = [...document.querySelectorAll('body *')].filter((element) => {
    const { right, bottom } = element.getBoundingClientRect();
    return Math.abs(right - scrollWidth) < 1 || Math.abs(bottom - scrollHeight) < 1;
  });
  return [
    `${scrollWidth} x ${scrollHeight} in ${clientWidth} x ${clientHeight}`,
    ...edge.map(({ outerHTML }) => outerHTML),
  ];
}

/** Runs in the page. */
async function findViolations(runOnly: axe.RunOnly): Promise<string[]> {
  // After two frames, nothing painted in the other theme remains.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  if (!window.axe) throw new Error('axe is not in the page');
  const { violations } = await window.axe.run(document, { runOnly, resultTypes: ['violations'] });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}: ${failureSummary ?? ''}`),
  );
}
