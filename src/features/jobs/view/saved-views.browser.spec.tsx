import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clearCurated, listCurated } from '@/domains/curated/curated-records';
import { useToasts } from '@/shared/feedback/toasts';
import { mountGateway, unmountGateway } from '@/testing/gateway';
import { renderApp } from '@/testing/render-app';
import { columnsSetting, DEFAULT_COLUMNS, densitySetting } from './list-view';

beforeEach(async () => {
  await page.viewport(1280, 800);
  await clearCurated('view');
  await mountGateway();
});
afterEach(async () => {
  densitySetting.set('comfortable');
  columnsSetting.set(DEFAULT_COLUMNS);
  useToasts.setState({ toasts: [] });
  await clearCurated('view');
  await unmountGateway();
});

const trigger = () => page.getByRole('button', { name: 'Saved views' });
const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
const names = async () => (await listCurated('view')).map(({ fields }) => fields['name']);

/** Opens the menu, and chooses an item. */
async function choose(name: string): Promise<void> {
  await trigger().click();
  await item(name).click();
}

it('a view is saved, opened, renamed, and deleted with undo', async () => {
  densitySetting.set('compact');
  const { router } = await renderApp('/local/jobs?status=failed&sort=title');
  await choose('Save view…');
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toHaveFocus();
  await userEvent.keyboard('Broken{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(names).toEqual(['Broken']);

  await router.navigate({ to: '/$surface/jobs', params: { surface: 'local' }, search: { star: true } });
  densitySetting.set('comfortable');
  await choose('Broken');
  await expect.poll(() => router.state.location.search).toEqual({ status: 'failed', sort: 'title' });
  await expect.poll(() => densitySetting.get()).toBe('compact');

  await choose('Rename Broken…');
  const renaming = page.getByRole('dialog', { name: 'Rename view' });
  await renaming.getByRole('textbox', { name: 'Name' }).fill('Failed');
  await userEvent.keyboard('{Enter}');
  await expect.poll(names).toEqual(['Failed']);

  await choose('Delete Failed');
  await expect.poll(names).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(names).toEqual(['Failed']);
});

it('a view with the name of another one replaces it', async () => {
  const { router } = await renderApp('/local/jobs?status=failed');
  await choose('Save view…');
  await userEvent.keyboard('Mine{Enter}');
  await expect.poll(names).toEqual(['Mine']);
  await router.navigate({ to: '/$surface/jobs', params: { surface: 'local' }, search: { star: true } });
  await choose('Save view…');
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('mine');
  await dialog.getByRole('button', { name: 'Replace' }).click();
  await expect.poll(names).toEqual(['mine']);
  await trigger().click();
  await expect.element(item('Delete mine')).toBeVisible();
});
