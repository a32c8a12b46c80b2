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
  const { drag, browser } = await startDrag(page, { x: box.x + box.width / 2, y: box.y + box.height / 2 }, paths);
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

/** Drops files in the middle of a page that does not show the effect, because its code has not loaded. */
export async function dropUnannounced(page: Page, ...paths: string[]): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const { drag, browser } = await startDrag(page, { x: width / 2, y: height / 2 }, paths);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) await drag(type);
  await browser.detach();
}

async function startDrag(page: Page, point: { x: number; y: number }, paths: readonly string[]) {
  const browser = await page.context().newCDPSession(page);
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    browser.send('Input.dispatchDragEvent', {
      type,
      ...point,
      data: { items: [], files: [...paths], dragOperationsMask: COPY },
    });
  return { drag, browser };
}
