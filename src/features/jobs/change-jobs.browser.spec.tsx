import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openCommandView } from '@/shared/dialog-requests/command-view';
import { clearDeviceData } from '@/domains/history/device-data';
import { readAnnotations } from '@/domains/annotations/annotation-records';
import { writeAnnotations } from '@/domains/annotations/write-annotations';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';
import { closeAction } from './selection/selection-store';

let gateway: BrowserGateway;
const good = { '1': scripted('ScriptText', { text: 'done' }) };
const named = (title: string) => ({ flowdeck_title: title });

beforeEach(async () => {
  await page.viewport(1280, 800);
  gateway = await mountGateway();
});
afterEach(async () => {
  closeAction();
  openCommandView(null);
  await clearDeviceData('history');
  await unmountGateway();
});

it('deletes a job from its row, and undo restores it with its star', async () => {
  const job = await gateway.submit(good, named('One'));
  await gateway.submit(good, named('Two'));
  await writeAnnotations('local', [job], { star: true });
  const { screen } = await renderApp('/local/jobs');
  await screen.getByRole('button', { name: 'More actions for One' }).click();
  await screen.getByRole('menuitem', { name: 'Delete…' }).click();
  await screen.getByRole('button', { name: 'Delete 1 job' }).click();
  await expect.element(screen.getByRole('link', { name: 'One' })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('link', { name: 'Two' })).toBeVisible();
  await expect.poll(readAnnotations).toEqual([]);
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByRole('link', { name: 'One' })).toBeVisible();
  await expect.poll(async () => (await readAnnotations()).map(({ isStarred }) => isStarred)).toEqual([true]);
});

it('renames a job on its page', async () => {
  const job = await gateway.submit(good, named('quick.json'));
  const { screen } = await renderApp(`/local/jobs/${job.id}`);
  await screen.getByRole('button', { name: 'More actions' }).click();
  await screen.getByRole('menuitem', { name: 'Rename…' }).click();
  await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus();
  await userEvent.keyboard('Blue reef{Enter}');
  await expect.element(screen.getByRole('heading', { name: 'Blue reef' })).toBeVisible();
  await expect.poll(async () => (await gateway.read(job.id)).metadata).toMatchObject({ flowdeck_title: 'Blue reef' });
});

it('deletes from the job page, and restores from the storage report', async () => {
  const job = await gateway.submit(good, named('One'));
  const { screen, router } = await renderApp(`/local/jobs/${job.id}`);
  await screen.getByRole('button', { name: 'More actions' }).click();
  await screen.getByRole('menuitem', { name: 'Delete…' }).click();
  await screen.getByRole('switch', { name: 'Keep the output files in the gallery' }).click();
  await screen.getByRole('button', { name: 'Delete 1 job' }).click();
  await expect.poll(() => router.state.location.pathname).toBe('/local/jobs');
  await expect.element(screen.getByRole('link', { name: 'One' })).not.toBeInTheDocument();

  await router.navigate({ to: '/$surface/settings', params: { surface: 'local' }, hash: 'storage' });
  await expect.element(screen.getByText('Outputs of jobs')).toBeVisible();
  await screen.getByRole('button', { name: 'Restore One' }).click();
  await expect.element(screen.getByRole('list', { name: 'Deleted jobs' })).not.toBeInTheDocument();
  await router.navigate({ to: '/$surface/jobs', params: { surface: 'local' } });
  await expect.element(screen.getByRole('link', { name: 'One' })).toBeVisible();
});
