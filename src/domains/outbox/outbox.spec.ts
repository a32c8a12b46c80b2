import { beforeEach, expect, it, vi } from 'vitest';
import type { Surface } from '@/api/surface';
import { actOnEntry, sendAsNew, submitWorkflow, submitWorkflows } from './outbox';
import type { OutboxEntry } from './outbox-entry';
import type { SendOutcome } from './outbox-machine';
import { useOutboxView } from './outbox-store';

const { sent, answer: response } = vi.hoisted(() => ({
  sent: [] as string[],
  answer: { next: (): Promise<SendOutcome> => new Promise(() => {}) },
}));
vi.mock('./post-job', () => ({
  sendEntry: ({ key }: OutboxEntry) => {
    sent.push(key);
    return response.next();
  },
  checkEntry: async () => ({ kind: 'unreachable' }),
}));

const surface = { id: 'local' } as Surface;
const request = { workflowText: '{}', graphFingerprint: 'f', title: 'Coral', draftId: 'draft' };
const entryOf = (id: string) => useOutboxView.getState().entries[id] as OutboxEntry;

// What windows have: a page without locks and without a place to keep things.
beforeEach(() => {
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('addEventListener', () => {});
});

it('a run with unknown outcome is resent as new once, even on two clicks or during another run of the draft', async () => {
  response.next = async () => ({ kind: 'unknown' });
  const doubtful = await submitWorkflow(surface, request);
  await vi.waitFor(() => expect(entryOf(doubtful).state.name).toBe('unknown'), { timeout: 15_000 });
  await actOnEntry(doubtful, { kind: 'user_cancel' });
  expect(entryOf(doubtful).state.name).toBe('unsettled');

  response.next = () => new Promise(() => {});
  const underWay = await submitWorkflow(surface, request);
  await vi.waitFor(() => expect(entryOf(underWay).state.name).toBe('sending'), { timeout: 15_000 });
  expect(await submitWorkflow(surface, request)).toBe(underWay);

  await Promise.all([sendAsNew(surface, entryOf(doubtful)), sendAsNew(surface, entryOf(doubtful))]);
  await vi.waitFor(() => expect(new Set(sent).size).toBe(3), { timeout: 15_000 });
  expect(entryOf(doubtful).isDismissed).toBe(true);
  expect(Object.keys(useOutboxView.getState().entries)).toHaveLength(3);
});

it('all runs of one click are sent in sequence in a browser without Web Locks', async () => {
  sent.length = 0;
  response.next = async () => ({ kind: 'accepted', jobId: `job-${sent.length}` });
  await submitWorkflows(
    surface,
    'batch',
    [1, 2, 3].map((index) => ({ ...request, draftId: 'batch', title: `${index}` })),
  );
  await vi.waitFor(() => expect(sent).toHaveLength(3), { timeout: 15_000 });
  const entries = Object.values(useOutboxView.getState().entries).filter(({ draftId }) => draftId === 'batch');
  await vi.waitFor(() => expect(entries.map(({ id }) => entryOf(id).state.name)).toEqual(Array(3).fill('submitted')), {
    timeout: 15_000,
  });
});
