import { afterEach, expect, it, vi } from 'vitest';
import { QueryClient } from '@tanstack/react-query';
import type { Surface } from '@/api/surface';
import { useToasts } from '@/shared/feedback/toasts';
import type { ServerJobs } from '@/shared/servers/server-jobs';

const { failing, restored } = vi.hoisted(() => {
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:8189' });
  return { failing: new Set<string>(), restored: [] as string[] };
});
vi.mock('@/domains/jobs/change-jobs', () => ({
  deleteJobs: async (_client: QueryClient, { id }: Surface, ids: readonly string[]) => {
    if (failing.has(id)) throw new Error('No answer');
    return ids;
  },
  restoreJobs: async (_client: QueryClient, { id }: Surface, ids: readonly string[]) => {
    if (failing.has(id)) throw new Error('No answer');
    restored.push(...ids);
  },
}));
vi.mock('@/domains/history/forget-jobs', () => ({ forgetJobs: async () => () => Promise.resolve() }));

afterEach(() => {
  failing.clear();
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
const at = (name: string): ServerJobs => ({
  surface: surface(name),
  jobs: [{ id: `job-${name}`, status: 'succeeded', priority: 0, created_at: '2026-01-01T00:00:00Z' }],
});

async function deleteAtTwo(): Promise<boolean> {
  const { deleteWithUndo } = await import('../bulk/delete-jobs');
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
