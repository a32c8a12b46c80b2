import { beforeEach, expect, it, vi } from 'vitest';
import { createLocalLocks } from '@/lib/web-locks';
import type { BatchEntry } from '../batches/batch-entry';
import { batchMachine, type BatchEvent } from '../batches/batch-machine';
import { makeBatch } from '../batches/testing/make-batch';
import { createJournal, type Journal } from './journal';
import { createMemoryStorage, type EntryParts } from './journal-storage';
import { createRunner } from './runner';

// A browser that stores: both tabs get the storage that they were given.
vi.mock('../database', () => ({ openDatabase: async () => ({}) }));

type BatchJournal = Journal<BatchEntry, BatchEvent, EntryParts, never>;

let disk: ReturnType<typeof createMemoryStorage<BatchEntry>>;
let channel: string;
let finishWatching: (() => void)[];

beforeEach(() => {
  vi.stubGlobal('navigator', { locks: createLocalLocks() });
  disk = createMemoryStorage<BatchEntry>();
  channel = crypto.randomUUID();
  finishWatching = [];
});

/** A page of the same browser. Its effects last until the test ends them. */
function openTab(): { journal: BatchJournal; shown: Map<string, BatchEntry> } {
  const shown = new Map<string, BatchEntry>();
  const journal = createJournal({
    channel,
    lockPrefix: `${channel}.`,
    durable: { ...disk, isDurable: true },
    createRunner: (shared) =>
      createRunner({
        ...shared,
        machine: batchMachine,
        resumeEvent: (): BatchEvent => ({ kind: 'resume' }),
        perform: (effect) =>
          new Promise<{ event: BatchEvent }>((resolve) => {
            if (effect === 'start') resolve({ event: { kind: 'started', unstored: [] } });
            else finishWatching.push(() => resolve({ event: { kind: 'watched', news: [FINISHED] } }));
          }),
      }),
    onOpen: () => {},
    show: (entry: BatchEntry) => shown.set(entry.id, entry),
    pack: (batch) => ({ batch }),
    unpack: ({ batch }) => batch,
  });
  return { journal, shown };
}

const FINISHED = { kind: 'finished' as const, entryId: 'batch.0.1', outcome: 'succeeded' as const };
const batch = makeBatch({ limit: 1 });
const started = batchMachine.step(batch, { kind: 'start' }, 0);

it('a click and a change are forwarded to the tab that owns the entry, and appear in all tabs', async () => {
  const [first, second] = [openTab(), openTab()];
  const { runner } = await first.journal.open();
  await second.journal.open();
  await runner.add([batch]);
  await vi.waitFor(() => expect(second.shown.get('batch')?.state.name).toBe('watching'), { timeout: 15_000 });

  await second.journal.act('batch', { kind: 'user_pause' });
  await second.journal.amend('batch', { title: 'Amended' });
  await vi.waitFor(() => expect(first.shown.get('batch')).toMatchObject({ isPaused: true, title: 'Amended' }), {
    timeout: 15_000,
  });

  for (const finish of finishWatching) finish();
  const finished = { isPaused: true, title: 'Amended', next: 1, inFlight: [], state: { name: 'ready' } };
  await vi.waitFor(() => expect(second.shown.get('batch')).toMatchObject(finished), { timeout: 15_000 });
  expect(await disk.read('batch')).toMatchObject(finished);
});

it('entries of an earlier page are shown, and resumed once', async () => {
  await disk.add([{ ...started, state: { name: 'watching' } }]);
  const all = vi.spyOn(disk, 'all');
  const { journal, shown } = openTab();
  await Promise.all([journal.resume(), journal.resume()]);
  await vi.waitFor(() => expect(finishWatching).toHaveLength(1), { timeout: 15_000 });
  expect(shown.get('batch')?.state.name).toBe('watching');
  expect(all).toHaveBeenCalledTimes(1);
});
