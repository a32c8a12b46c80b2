import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What a theme can change: everything else is judged once. */
const OF_COLOUR = ['color-contrast', 'link-in-text-block'];

/** WCAG 2.2 AA on what is shown now, in both themes: zero findings. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(twoFrames);
    // No page of ours has frames; without them axe needs no second page to sum up in. Of what passes nothing is told.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
    const { violations } = await (colorScheme === 'dark' ? axe.withTags(WCAG) : axe.withRules(OF_COLOUR)).analyze();
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${colorScheme}: ${id}: ${html}: ${failureSummary ?? ''}`),
    );
    expect(found).toEqual([]);
  }
}

/** What was drawn in the other theme is gone then. */
function twoFrames(): Promise<unknown> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve));
  });
}
