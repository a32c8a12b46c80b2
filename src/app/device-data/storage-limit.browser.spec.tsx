import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { output } from '@contract/conformance/harness/scripted-graphs';
import { callConsole } from '@/api/call-console';
import { LOCAL_SURFACE } from '@/api/surface';
import { mountGateway, unmountGateway } from '@/testing/gateway';
import { renderApp } from '@/testing/render-app';
import { systemClock } from '@server/clock';
import { MemoryBlobs } from '@server/storage/memory/memory-blobs';
import { createMemoryStore } from '@server/storage/memory/memory-store';

const TWO_HOURS_MS = 2 * 3600 * 1000;
const later = {
  ...systemClock,
  now: () => systemClock.now() + TWO_HOURS_MS,
  uptime: () => systemClock.uptime() + TWO_HOURS_MS,
};
const KIB = 1024;

beforeEach(() => page.viewport(1280, 800));
afterEach(unmountGateway);

/** A gateway that has made images two hours ago. */
async function filled() {
  const records = { store: createMemoryStore(), blobs: new MemoryBlobs() };
  const gateway = await mountGateway(records);
  const ids: string[] = [];
  for (const seed of [1, 2, 3]) {
    const { id } = await gateway.submit({ 1: output({ type: 'image', name: `reef-${seed}.png`, bytes: KIB, seed }) });
    await expect.poll(async () => (await gateway.read(id)).status).toBe('succeeded');
    ids.push(id);
  }
  return { ids, records };
}

const bytesOf = async () => (await callConsole(LOCAL_SURFACE, 'getStorageUsage')).outputs.bytes;

it('without a limit, says so and how to set one', async () => {
  await mountGateway();
  const { screen } = await renderApp('/local/settings#storage');
  await expect.element(screen.getByText(/^There is no limit: .* --max-storage 50GB sets one\.$/)).toBeVisible();
  await expect.element(screen.getByText('Removed next')).not.toBeInTheDocument();
});

it('shows what goes next before it goes, and links to its jobs', async () => {
  const { ids, records } = await filled();
  const bytes = await bytesOf();
  await mountGateway({ ...records, clock: later, settings: { maxStorageBytes: 2 * bytes } });
  const { screen, router } = await renderApp('/local/settings#storage');
  const bar = screen.getByRole('progressbar', { name: 'Storage limit in use' });
  await expect.element(bar).toHaveAttribute('aria-valuenow', '50');
  await expect
    .element(screen.getByText(/^About .* in the last day: the limit is reached in about 1 day\.$/))
    .toBeVisible();
  const next = screen.getByRole('region', { name: 'Removed next' });
  await expect
    .element(next.getByText(/^Once the limit is reached, the oldest first: 3 outputs \(.*\), made on /))
    .toBeVisible();
  const links = next.getByRole('link');
  await expect
    .poll(() => links.elements().map((link) => link.getAttribute('aria-label')))
    .toEqual(['Job of reef-1.png', 'Job of reef-2.png', 'Job of reef-3.png']);
  await links.first().click();
  await expect.poll(() => router.state.location.pathname).toBe(`/local/jobs/${ids[0]}`);
});

it('says on the job what was removed, and in the settings how much', async () => {
  const { ids, records } = await filled();
  const bytes = await bytesOf();
  await mountGateway({ ...records, clock: later, settings: { maxStorageBytes: bytes - 1 } });
  await expect.poll(bytesOf).toBeLessThan(bytes);
  const { screen, router } = await renderApp('/local/settings#storage');
  await expect.element(screen.getByText(/^1 output \(.*\) removed so far to keep the limit\./)).toBeVisible();
  await router.navigate({ to: '/$surface/jobs/$jobId', params: { surface: 'local', jobId: ids[0] ?? '' } });
  await expect.element(screen.getByText('Removed to keep the storage limit')).toBeVisible();
  await expect.element(screen.getByText(/The job and its workflow are still there: run it again/)).toBeVisible();
  const reuse = screen.getByRole('button', { name: /^Use in a workflow…/ });
  await expect.element(reuse).not.toBeInTheDocument();
  await router.navigate({ to: '/$surface/jobs/$jobId', params: { surface: 'local', jobId: ids[2] ?? '' } });
  await expect.element(reuse).toBeVisible();
});

it('warns if what must stay exceeds the limit', async () => {
  const { ids, records } = await filled();
  const { version } = await callConsole(LOCAL_SURFACE, 'listRecords');
  const starred = ids.map((id) => ({ kind: 'annotation', id, fields: { star: { value: true, at: 1 } } }));
  await callConsole(LOCAL_SURFACE, 'changeRecords', { body: { since: version, records: starred } });
  const bytes = await bytesOf();
  await mountGateway({ ...records, clock: later, settings: { maxStorageBytes: KIB } });
  const { screen } = await renderApp('/local/settings#storage');
  await expect.element(screen.getByText('What must stay exceeds the limit')).toBeVisible();
  await expect.element(screen.getByText(/^No output can be removed: /)).toBeVisible();
  expect(await bytesOf()).toBe(bytes);
});
