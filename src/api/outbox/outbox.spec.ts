import { beforeEach, expect, it, vi } from 'vitest';
import type { Surface } from '../surface';
import { actOnEntry, sendAsNew, submitWorkflow } from './outbox';
import type { OutboxEntry } from './outbox-entry';
import type { SendOutcome } from './outbox-machine';
import { useOutboxView } from './outbox-store';

const { sent, answer } = vi.hoisted(() => ({
  sent: [] as string[],
  answer: { next: (): Promise<SendOutcome> => new Promise(() => {}) },
}));
vi.mock('./post-job', () => ({
  sendEntry: ({ key }: OutboxEntry) => {
    sent.push(key);
    return answer.next();
  },
  lookForEntry: async () => ({ kind: 'unreachable' }),
}));

const surface = { id: 'local' } as Surface;
const request = { workflowText: '{}', graphFingerprint: 'f', title: 'Coral', draftId: 'draft' };
const entryOf = (id: string) => useOutboxView.getState().entries[id] as OutboxEntry;

// What windows have: a page without locks and without a place to keep things.
beforeEach(() => {
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('addEventListener', () => {});
});

it('sends as new what nobody can tell of, also while another run of the draft is under way, and once for two clicks', async () => {
  answer.next = async () => ({ kind: 'unknown' });
  const doubtful = await submitWorkflow(surface, request);
  await vi.waitFor(() => expect(entryOf(doubtful).state.name).toBe('unknown'));
  await actOnEntry(doubtful, { kind: 'user_cancel' });
  expect(entryOf(doubtful).state.name).toBe('unsettled');

  answer.next = () => new Promise(() => {});
  const underWay = await submitWorkflow(surface, request);
  await vi.waitFor(() => expect(entryOf(underWay).state.name).toBe('sending'));
  expect(await submitWorkflow(surface, request)).toBe(underWay);

  await Promise.all([sendAsNew(surface, entryOf(doubtful)), sendAsNew(surface, entryOf(doubtful))]);
  await vi.waitFor(() => expect(new Set(sent).size).toBe(3));
  expect(entryOf(doubtful).isDismissed).toBe(true);
  expect(Object.keys(useOutboxView.getState().entries)).toHaveLength(3);
});
