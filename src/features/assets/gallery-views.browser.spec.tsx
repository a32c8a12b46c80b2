import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clearCurated, listCurated, writeCurated } from '@/domains/curated/curated-records';
import { useToasts } from '@/shared/feedback/toasts';
import { mountGateway, unmountGateway } from '@/testing/gateway';
import { renderApp } from '@/testing/render-app';
import { tileSideSetting } from './gallery-view';

beforeEach(async () => {
  await page.viewport(1280, 800);
  await clearCurated('view');
  await mountGateway();
});
afterEach(async () => {
  tileSideSetting.set(176);
  useToasts.setState({ toasts: [] });
  await clearCurated('view');
  await unmountGateway();
});

const trigger = () => page.getByRole('button', { name: 'Saved views' });
const item = (name: string) => page.getByRole('menuitem', { name, exact: true });

/** Opens the menu, and chooses an item. */
async function choose(name: string): Promise<void> {
  await trigger().click();
  await item(name).click();
}

it('a view of the gallery is saved with the tile size, opened, and not one of the job list', async () => {
  // As versions wrote it that had views of the job list only.
  const fields = { name: 'Failed', search: '{"status":"failed"}', columns: 'progress run age', density: 'comfortable' };
  await writeCurated('view', [{ id: 'old', fields }]);
  tileSideSetting.set(240);
  const { router } = await renderApp('/local/assets?kind=outputs&type=image&q=fox');
  await choose('Save view…');
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await expect.element(dialog.getByText(/^Keeps filters and tile size /)).toBeVisible();
  await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toHaveFocus();
  await userEvent.keyboard('Foxes{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(async () => (await listCurated('view')).length).toBe(2);

  await router.navigate({ to: '/$surface/assets', params: { surface: 'local' }, search: { rated: 4, asset: 'a' } });
  tileSideSetting.set(176);
  await trigger().click();
  await expect.element(item('Foxes')).toBeVisible();
  await expect.element(item('Failed')).not.toBeInTheDocument();
  await item('Foxes').click();
  await expect.poll(() => router.state.location.search).toEqual({ kind: 'outputs', type: 'image', q: 'fox' });
  await expect.poll(() => tileSideSetting.get()).toBe(240);

  await router.navigate({ to: '/$surface/jobs', params: { surface: 'local' }, search: {} });
  await trigger().click();
  await expect.element(item('Failed')).toBeVisible();
  await expect.element(item('Foxes')).not.toBeInTheDocument();
  await item('Failed').click();
  await expect.poll(() => router.state.location.search).toEqual({ status: 'failed' });
});

it.each([1024, 1100])(
  'the filters of the gallery, with the tile size, fit into a window %i pixels wide',
  async (width) => {
    await page.viewport(width, 700);
    await renderApp('/local/assets');
    const slider = page.getByRole('slider', { name: 'Tile size' });
    await expect.element(slider).toBeVisible();
    const search = page.getByRole('searchbox', { name: 'Search files' });
    await expect.element(search).toBeVisible();
    const right = (element: Element) => element.getBoundingClientRect().right;
    const field = search.element().getBoundingClientRect();
    expect(right(search.element())).toBeLessThanOrEqual(width);
    expect(right(slider.element())).toBeLessThanOrEqual(field.left);
    const starred = page.getByRole('link', { name: /^Starred/ }).element();
    expect(right(starred)).toBeLessThanOrEqual(
      page.getByRole('combobox', { name: 'Kind' }).element().getBoundingClientRect().left,
    );
    expect(document.documentElement.scrollWidth).toBe(width);
  },
);
