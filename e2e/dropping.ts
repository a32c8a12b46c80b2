import { expect, type Locator, type Page } from '@playwright/test';

const COPY = 1;

/** Simulates dragging real files and folders from the desktop over the page. */
export interface Drag {
  drop(): Promise<void>;
}

export async function dragOver(page: Page, spot: Locator, paths: readonly string[]): Promise<Drag> {
  await spot.scrollIntoViewIfNeeded();
  const box = await spot.boundingBox();
  if (!box) throw new Error('There is nothing to drop onto');
  const browser = await page.context().newCDPSession(page);
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    browser.send('Input.dispatchDragEvent', {
      type,
      x: box.x + box.width / 2,
      y: box.y + box.height / 2,
      data: { items: [], files: [...paths], dragOperationsMask: COPY },
    });
  await drag('dragEnter');
  // Repeats the drag move until the page shows the effect of a drop, as a user would.
  await expect(async () => {
    await drag('dragOver');
    await expect(page.getByText(/^Drop to /)).toBeVisible({ timeout: 500 });
  }).toPass();
  return {
    async drop() {
      await drag('drop');
      await browser.detach();
    },
  };
}

export async function dropOn(page: Page, spot: Locator, ...paths: string[]): Promise<void> {
  await (await dragOver(page, spot, paths)).drop();
}
