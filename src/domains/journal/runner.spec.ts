import { describe, expect, it } from 'vitest';
import type { BatchEntry } from '../batches/batch-entry';
import { batchMachine, type BatchEvent } from '../batches/batch-machine';
import { makeBatch } from '../batches/testing/make-batch';
import { makeSweeps } from '../batches/testing/sweeps';
import { makeSubmissions } from '../outbox/testing/submissions';
import { makeCalls } from '../model-calls/testing/calls';
import { createMemoryStorage } from './journal-storage';
import { createRunner } from './runner';
import { createTabLock } from './tab-lock';
import { FaultScenario, type Subject } from './testing/fault-scenario';
import type { JournalEntry } from './machine';

/** In one tab, with an entry that was pressed. */
async function pressed<Entry extends JournalEntry, Event, Parts>(
  subject: Subject<Entry, Event, Parts>,
  isSlow: boolean[] = [],
): Promise<FaultScenario<Entry, Event, Parts>> {
  const story = new FaultScenario(subject, { isSlow, steps: [] });
  await story.world.openTab();
  await story.take({ do: 'press', tab: 0 });
  return story;
}

const SWEEP = { surfaceIds: ['local'], rooms: [], answers: [], ends: [], durations: [] };

describe('a runner', () => {
  it.each([
    ['a submission', () => pressed(makeSubmissions({ lists: true, sends: ['queue_full'], looks: [] }))],
    ['a call', () => pressed(makeCalls({ sends: ['rate_limited'] }))],
    ['a batch', () => pressed(makeSweeps({ ...SWEEP, rooms: [false] }))],
  ] as const)('continues %s after a click that could not be stored because storage was full', async (_name, press) => {
    const story = await press();
    const waiting = story.world.disk.get('entry-1');
    await story.take({ do: 'disk_full' });
    await story.take({ do: 'act', tab: 0, entry: 0, click: 0 });
    expect(story.world.disk.get('entry-1')).toEqual(waiting);
    await story.calmDown();
    expect(story.untold()).toEqual([]);
    expect(story.wrongs()).toEqual([]);
  });

  it.each([
    ['a submission', () => pressed(makeSubmissions({ lists: true, sends: [], looks: [] }), [true])],
    ['a call', () => pressed(makeCalls({ sends: [] }), [true])],
    ['a batch', () => pressed(makeSweeps(SWEEP), [true])],
  ] as const)('stores the outcome of %s as soon as there is room', async (_name, press) => {
    const story = await press();
    const inProgress = story.world.disk.get('entry-1');
    await story.take({ do: 'disk_full' });
    await story.take({ do: 'pass', ms: 0 });
    await story.take({ do: 'pass', ms: 20_000 });
    expect(story.world.disk.get('entry-1')).toEqual(inProgress);
    await story.take({ do: 'disk_free' });
    await story.take({ do: 'pass', ms: 20_000 });
    expect(story.world.disk.get('entry-1')).not.toEqual(inProgress);
    expect(story.wrongs()).toEqual([]);
  });

  it('aborts a request that the user stops', async () => {
    const story = await pressed(makeCalls({ sends: [] }), [true]);
    expect(story.world.disk.get('entry-1')?.state.name).toBe('in_flight');
    await story.take({ do: 'act', tab: 0, entry: 0, click: 0 });
    expect(story.world.disk.get('entry-1')?.state).toMatchObject({ name: 'collectable', why: 'aborted' });
  });

  it('interrupts a wait when a click changes the entry', async () => {
    const story = await pressed(
      makeSubmissions({ lists: true, sends: ['lost_after'], looks: ['unreachable', 'unreachable'] }),
    );
    await story.take({ do: 'pass', ms: 0 });
    expect(story.world.disk.get('entry-1')?.state.name).toBe('unknown');
    for (let click = 0; click < 2; click += 1) await story.take({ do: 'act', tab: 0, entry: 0, click: 1 });
    expect(story.world.disk.get('entry-1')?.state).toMatchObject({ name: 'submitted', how: 'found' });
  });

  it('applies a click that arrives while the entry is being read', async () => {
    const storage = createMemoryStorage<BatchEntry>();
    const batch = makeBatch();
    await storage.add([batch]);
    let finishReading = () => {};
    let startReading = () => {};
    const isReading = new Promise<void>((resolve) => {
      startReading = resolve;
    });
    const isRead = new Promise<void>((resolve) => {
      finishReading = resolve;
    });
    const runner = createRunner({
      machine: batchMachine,
      storage: {
        ...storage,
        read: async (id) => {
          startReading();
          await isRead;
          return storage.read(id);
        },
      },
      now: () => 0,
      perform: () => new Promise<{ event: BatchEvent }>(() => {}),
      resumeEvent: (): BatchEvent => ({ kind: 'resume' }),
      withLock: createTabLock('test.', false),
      sleepUntil: () => new Promise(() => {}),
      onChange: () => {},
    });
    runner.follow(batch);
    await isReading;
    const acting = runner.act('batch', { kind: 'user_pause' });
    finishReading();
    expect(await acting).toBe(true);
    expect((await storage.read('batch'))?.isPaused).toBe(true);
  });
});
