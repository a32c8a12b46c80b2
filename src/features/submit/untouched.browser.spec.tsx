import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clearDeviceData } from '@/domains/history/device-data';
import { listDrafts, readDraft, writeDraft } from '@/domains/drafts/drafts';
import { makeDraft } from '@/domains/drafts/make-draft';
import type { DraftOrigin } from '@/domains/drafts/draft';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { emptyOutbox } from '@/testing/outbox';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';
import { afterRunSetting } from '@/features/submit/draft/run-count';

let gateway: BrowserGateway;
const workflow = { '1': scripted('ScriptText', { text: 'done' }) };
const DAY_MS = 86_400_000;

beforeEach(async () => {
  await page.viewport(1280, 800);
  await clearDeviceData('drafts');
  gateway = await mountGateway();
  afterRunSetting.set('stay');
});
afterEach(async () => {
  await emptyOutbox();
  await unmountGateway();
});

const titles = async () => (await listDrafts('local')).map(({ title }) => title);

async function editAndRun() {
  const job = await gateway.submit(workflow, { flowdeck_title: 'Blue reef' });
  await expect.poll(async () => (await gateway.read(job.id)).status).toBe('succeeded');
  const app = await renderApp(`/local/jobs/${job.id}`);
  await app.screen.getByRole('button', { name: 'Edit and run' }).click();
  await expect.element(app.screen.getByText(/saved once you change or run it/)).toBeVisible();
  return app;
}

it('does not list the draft of a job that was only viewed; Back still finds it', async () => {
  const { screen, router } = await editAndRun();
  const { pathname } = router.state.location;
  await router.navigate({ to: '/$surface/submit', params: { surface: 'local' } });
  await expect.element(screen.getByRole('heading', { name: 'Submit' })).toBeVisible();
  expect(await titles()).toEqual([]);
  await router.navigate({ to: pathname });
  await expect.element(screen.getByRole('textbox', { name: 'text' })).toBeVisible();
});

it('lists it after an edit', async () => {
  const { screen, router } = await editAndRun();
  await screen.getByRole('textbox', { name: 'text' }).fill('changed');
  await router.navigate({ to: '/$surface/submit', params: { surface: 'local' } });
  await expect.element(screen.getByRole('link', { name: /^Blue reef/ })).toBeVisible();
});

it('lists it after a run', async () => {
  const { screen, router } = await editAndRun();
  await screen.getByRole('button', { name: 'Run' }).click();
  await expect.element(screen.getByRole('region', { name: 'Started from this draft' })).toBeVisible();
  await router.navigate({ to: '/$surface/submit', params: { surface: 'local' } });
  await expect.element(screen.getByRole('link', { name: /^Blue reef/ })).toBeVisible();
});

it('keeps drafts from files, and deletes the others after a day', async () => {
  const at = Date.now();
  const text = JSON.stringify(workflow);
  const origins: DraftOrigin[] = ['file', 'picture', 'pasted', 'sample', 'job'];
  const drafts = origins.map((origin) => makeDraft('local', { text, title: origin, origin }, at));
  for (const draft of drafts) await writeDraft(draft);
  const kept = ['file', 'picture', 'pasted'];
  expect((await titles()).sort()).toEqual([...kept].sort());
  const sample = drafts[3]?.id ?? '';
  expect(await readDraft(sample)).not.toBeNull();
  const listed = await listDrafts('local', { now: at + DAY_MS + 1 });
  expect(listed.map(({ title }) => title).sort()).toEqual([...kept].sort());
  expect(await readDraft(sample)).toBeNull();
});
