import { afterEach, expect, it, vi } from 'vitest';
import { QueryClient } from '@tanstack/react-query';
import { MAX_JOB_IDS } from '@contract/console/schemas';
import type { Surface } from '@/api/surface';
import { useToasts } from '@/shared/feedback/toasts';
import type { ServerJobs } from '@/shared/servers/server-jobs';

const { failing, failingLater, restored } = vi.hoisted(() => {
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:8189' });
  return { failing: new Set<string>(), failingLater: new Set<string>(), restored: [] as string[] };
});
/** Servers in `failing` do not answer; one in `failingLater` answers the first deletion only. */
vi.mock('@/api/call-console', () => ({
  callConsole: async ({ id }: Surface, operation: string, { body }: { body: { ids: readonly string[] } }) => {
    if (failing.has(id)) throw new Error('No answer');
    if (operation === 'restoreJobs') restored.push(...body.ids);
    else if (failingLater.has(id)) failing.add(id);
    return { deleted: body.ids, restored: body.ids };
  },
}));
vi.mock('@/domains/history/forget-jobs', () => ({ forgetJobs: async () => () => Promise.resolve() }));

afterEach(() => {
  failing.clear();
  failingLater.clear();
  restored.length = 0;
  useToasts.setState({ toasts: [] });
});

const lastToast = () => useToasts.getState().toasts.at(-1);

const surface = (name: string): Surface => ({
  id: name,
  name,
  baseUrl: `http://${name}`,
  routerBaseUrl: null,
  kind: 'gateway',
});
const job = (id: string) => ({
  id,
  status: 'succeeded' as const,
  priority: 0,
  created_at: '2026-01-01T00:00:00Z',
});
const at = (name: string): ServerJobs => ({ surface: surface(name), jobs: [job(`job-${name}`)] });

async function deleteAtTwo(): Promise<boolean> {
  const { deleteWithUndo } = await import('./delete-jobs');
  return deleteWithUndo(new QueryClient(), [at('Lab'), at('Studio')], false, ['One is skipped.']);
}

it('restores the jobs of every server that can, and names those that cannot in one message', async () => {
  expect(await deleteAtTwo()).toBe(true);
  expect(lastToast()).toMatchObject({
    tone: 'neutral',
    stays: false,
    title: '2 jobs deleted',
    description: 'One is skipped. Can be restored for an hour under Settings, Storage.',
  });
  failing.add('Lab');
  lastToast()?.action?.onSelect();
  await expect
    .poll(() => lastToast())
    .toMatchObject({
      tone: 'bad',
      title: 'Could not restore the jobs',
      description: 'Lab: Check the connection and try again.',
    });
  expect(useToasts.getState().toasts).toHaveLength(2);
  expect(restored).toEqual(['job-Studio']);
});

it('stays on screen if a server deleted nothing, and offers Undo for the others', async () => {
  failing.add('Lab');
  expect(await deleteAtTwo()).toBe(true);
  expect(lastToast()).toMatchObject({ tone: 'warn', stays: true, title: '1 job deleted', action: { label: 'Undo' } });
  expect(lastToast()?.description).toMatch(/^Lab: 1 job not deleted\. /);
});

it('says so if no server deleted any', async () => {
  failing.add('Lab').add('Studio');
  expect(await deleteAtTwo()).toBe(false);
  expect(lastToast()).toMatchObject({ tone: 'bad', title: 'Could not delete the jobs' });
  expect(lastToast()?.description).toMatch(
    /^Lab: 1 job not deleted\. .*Studio: 1 job not deleted\. .*One is skipped\.$/,
  );
  expect(lastToast()?.action).toBeUndefined();
});

it('offers Undo for the jobs that were deleted before the server stopped answering', async () => {
  failingLater.add('Lab');
  const jobs = Array.from({ length: MAX_JOB_IDS + 7 }, (_, index) => job(`job-${String(index)}`));
  const { deleteWithUndo } = await import('./delete-jobs');
  expect(await deleteWithUndo(new QueryClient(), [{ surface: surface('Lab'), jobs }], false)).toBe(true);
  expect(lastToast()).toMatchObject({ tone: 'warn', stays: true, title: '1,000 jobs deleted' });
  expect(lastToast()?.description).toMatch(/^Lab: 7 jobs not deleted\. (?!.*skipped)/);
  failing.clear();
  lastToast()?.action?.onSelect();
  await expect.poll(() => restored).toHaveLength(MAX_JOB_IDS);
});
