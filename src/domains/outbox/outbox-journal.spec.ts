import { describe, expect, it } from 'vitest';
import { createMemoryStorage } from '../journal/journal-storage';
import type { OutboxEntry } from './outbox-entry';
import type { LookupOutcome, SendOutcome } from './outbox-machine';
import { createOutboxRunner, type OutboxRunner, type OutboxStorage } from './outbox-journal';

const ENTRY: OutboxEntry = {
  id: 'e1',
  surfaceId: 'local',
  key: 'k1',
  createdAt: 0,
  title: 'one',
  draftId: null,
  workflowText: '{}',
  graphFingerprint: 'f',
  labels: {},
  firstSentAt: null,
  state: { name: 'pending', isProbe: false },
  isDismissed: false,
};

/** Locks of one browser, with any number of tabs. */
function createLocks() {
  const tails = new Map<string, Promise<void>>();
  const counts = new Map<string, number>();
  return async (id: string, isPatient: boolean, work: () => Promise<void>): Promise<void> => {
    const waiting = counts.get(id) ?? 0;
    if (waiting > 0 && !isPatient) return;
    counts.set(id, waiting + 1);
    const turn = (tails.get(id) ?? Promise.resolve()).then(work);
    tails.set(
      id,
      turn.catch(() => {}),
    );
    await turn.finally(() => counts.set(id, (counts.get(id) ?? 1) - 1));
  };
}

interface Bench {
  storage: OutboxStorage;
  sends: { key: string; stateOnDisk: string }[];
  runner: OutboxRunner;
  tab(onChange?: (entry: OutboxEntry) => void): OutboxRunner;
}

function bench(sendResponses: SendOutcome[], lookResponses: LookupOutcome[] = []): Bench {
  const storage = createMemoryStorage<OutboxEntry>();
  const withLock = createLocks();
  const sends: Bench['sends'] = [];
  let now = 1000;
  const tab = (onChange: (entry: OutboxEntry) => void = () => {}) =>
    createOutboxRunner({
      storage,
      withLock,
      now: () => now,
      send: async (entry) => {
        sends.push({ key: entry.key, stateOnDisk: (await storage.read(entry.id))?.state.name ?? 'nothing' });
        return sendResponses.shift() ?? { kind: 'unknown' };
      },
      look: async () => lookResponses.shift() ?? { kind: 'unreachable' },
      sleepUntil: async (until) => {
        now = until;
      },
      onChange,
    });
  return { storage, sends, runner: tab(), tab };
}

const queueFull: SendOutcome = {
  kind: 'answered',
  refusal: { status: 429, code: 'queue_full', message: '', details: null, requestId: null },
  retryAfterS: 2,
};

async function settled(storage: OutboxStorage, runner: OutboxRunner): Promise<OutboxEntry['state'] | undefined> {
  await runner.drive(ENTRY.id);
  return (await storage.read(ENTRY.id))?.state;
}

describe('the outbox runner', () => {
  it('stores the state "sending" before the request is sent', async () => {
    const { storage, sends, runner } = bench([{ kind: 'accepted', jobId: 'j1' }]);
    await runner.add([ENTRY]);
    expect(await settled(storage, runner)).toEqual({ name: 'submitted', jobId: 'j1', how: 'answered' });
    expect(sends).toEqual([{ key: 'k1', stateOnDisk: 'sending' }]);
  });

  it('stores several entries and the start of their sends with one write, before any request', async () => {
    const { storage, sends, runner } = bench([
      { kind: 'accepted', jobId: 'j1' },
      { kind: 'accepted', jobId: 'j2' },
    ]);
    const written: string[] = [];
    const { add, write } = storage;
    storage.add = async (entries) => {
      written.push(entries.map(({ state }) => state.name).join());
      await add(entries);
    };
    storage.write = async (entry) => {
      written.push(entry.state.name);
      await write(entry);
    };
    await runner.addStarted([ENTRY, { ...ENTRY, id: 'e2', key: 'k2' }]);
    await Promise.all([runner.drive('e1'), runner.drive('e2')]);
    expect(sends).toEqual([
      { key: 'k1', stateOnDisk: 'sending' },
      { key: 'k2', stateOnDisk: 'sending' },
    ]);
    expect(written).toEqual(['sending,sending', 'submitted', 'submitted']);
  });

  it('holds an entry before it is stored, so that no other tab takes its send for that of a closed page', async () => {
    const { storage, sends, tab } = bench([{ kind: 'accepted', jobId: 'j1' }], [{ kind: 'absent' }]);
    const other = tab();
    const { add } = storage;
    storage.add = async (entries) => {
      await add(entries);
      for (const entry of entries) other.follow(entry);
      await new Promise((resolve) => setTimeout(resolve, 5));
    };
    const runner = tab();
    await runner.addStarted([ENTRY]);
    expect(await settled(storage, other)).toEqual({ name: 'submitted', jobId: 'j1', how: 'answered' });
    expect(sends).toHaveLength(1);
  });

  it('sends nothing of entries that could not be stored, and holds none of them', async () => {
    const { storage, sends, runner, tab } = bench([{ kind: 'accepted', jobId: 'j1' }]);
    const { add } = storage;
    storage.add = async () => {
      throw new Error('The disk is full');
    };
    await expect(runner.addStarted([ENTRY])).rejects.toThrow('The disk is full');
    expect(runner.isHeld('e1')).toBe(false);
    expect(sends).toEqual([]);
    storage.add = add;
    await tab().addStarted([ENTRY]);
    expect(await settled(storage, tab())).toMatchObject({ name: 'submitted' });
  });

  it('sends and shows nothing before the runs are stored, and a crash at that point leaves none', async () => {
    const { storage, sends, tab } = bench([
      { kind: 'accepted', jobId: 'j1' },
      { kind: 'accepted', jobId: 'j2' },
    ]);
    const add = storage.add;
    let landOnDisk = () => {};
    const disk = new Promise<void>((resolve) => {
      landOnDisk = resolve;
    });
    storage.add = async (entries) => {
      await disk;
      await add(entries);
    };
    const shown: string[] = [];
    const adding = tab((entry) => shown.push(entry.state.name)).add([ENTRY, { ...ENTRY, id: 'e2', key: 'k2' }]);
    // As long as anything that does not wait for the disk would take.
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(sends).toEqual([]);
    expect(shown).toEqual([]);
    // What the next page finds, if this one dies here.
    expect(await storage.all()).toEqual([]);
    landOnDisk();
    await adding;
    expect(shown[0]).toBe('pending');
    await Promise.all([tab().drive('e1'), tab().drive('e2')]);
    expect(sends).toEqual([
      { key: 'k1', stateOnDisk: 'sending' },
      { key: 'k2', stateOnDisk: 'sending' },
    ]);
  });

  it('waits for a full queue with the same idempotency key', async () => {
    const { storage, sends, runner } = bench([queueFull, queueFull, { kind: 'accepted', jobId: 'j1' }]);
    await runner.add([ENTRY]);
    expect(await settled(storage, runner)).toMatchObject({ name: 'submitted' });
    expect(sends.map((send) => send.key)).toEqual(['k1', 'k1', 'k1']);
  });

  it('searches the job list before it resends the key', async () => {
    const { storage, sends, runner } = bench([{ kind: 'unknown' }], [{ kind: 'found', jobId: 'j7' }]);
    await runner.add([ENTRY]);
    expect(await settled(storage, runner)).toEqual({ name: 'submitted', jobId: 'j7', how: 'found' });
    expect(sends).toHaveLength(1);
  });

  it('continues after a reload during a send, without a second job', async () => {
    const { storage, sends, tab } = bench([], [{ kind: 'found', jobId: 'j7' }]);
    await storage.write({ ...ENTRY, firstSentAt: 900, state: { name: 'sending', isProbe: false } });
    expect(await settled(storage, tab())).toMatchObject({ name: 'submitted', jobId: 'j7' });
    expect(sends).toHaveLength(0);
  });

  it('lets one of two tabs send', async () => {
    const { storage, sends, tab } = bench([{ kind: 'accepted', jobId: 'j1' }]);
    await storage.write(ENTRY);
    await Promise.all([tab().drive('e1'), tab().drive('e1'), tab().drive('e1')]);
    expect(sends).toHaveLength(1);
    expect((await storage.read('e1'))?.state).toMatchObject({ name: 'submitted' });
  });

  it('sends nothing that could not be stored, and sends it once there is room', async () => {
    const { storage, sends, tab } = bench([{ kind: 'accepted', jobId: 'j1' }]);
    await storage.write(ENTRY);
    const write = storage.write;
    let failures = 2;
    storage.write = async (entry) => {
      failures -= 1;
      if (failures >= 0) throw new Error('The disk is full');
      await write(entry);
    };
    const seen: unknown[] = [];
    await tab(({ state }) => seen.push({ ...state, sends: sends.length })).drive('e1');
    expect(seen).toMatchObject([
      { name: 'waiting', code: 'not_written', sends: 0 },
      { name: 'waiting', code: 'not_written', sends: 0 },
      { name: 'sending', sends: 0 },
      { name: 'submitted', sends: 1 },
    ]);
  });

  it('does not show "canceled" if a later page would still send it', async () => {
    const { storage, runner } = bench([]);
    const waiting = { name: 'waiting', until: Number.MAX_SAFE_INTEGER, code: 'queue_full', isProbe: false } as const;
    await storage.write({ ...ENTRY, state: waiting });
    storage.write = async () => {
      throw new Error('The disk is full');
    };
    await expect(runner.act('e1', { kind: 'user_cancel' })).rejects.toThrow('The disk is full');
    expect((await storage.read('e1'))?.state).toEqual(waiting);
  });

  it('shows a response that could not be stored, and stores it once there is room', async () => {
    const { storage, sends, tab } = bench([{ kind: 'accepted', jobId: 'j1' }]);
    await storage.write(ENTRY);
    const write = storage.write;
    let failures = 3;
    storage.write = async (entry) => {
      if (entry.state.name === 'submitted' && failures > 0) {
        failures -= 1;
        throw new Error('The disk is full');
      }
      await write(entry);
    };
    const seen: string[] = [];
    await tab((entry) => seen.push(entry.state.name)).drive('e1');
    expect(seen).toEqual(['sending', 'submitted']);
    expect((await storage.read('e1'))?.state).toEqual({ name: 'submitted', jobId: 'j1', how: 'answered' });
    expect(sends).toHaveLength(1);
  });

  it('lets the user end a wait', async () => {
    const { storage, runner } = bench([]);
    await storage.write({
      ...ENTRY,
      state: { name: 'waiting', until: Number.MAX_SAFE_INTEGER, code: 'queue_full', isProbe: false },
    });
    expect(await runner.act('e1', { kind: 'user_cancel' })).toBe(true);
    expect((await storage.read('e1'))?.state).toEqual({ name: 'canceled' });
  });
});
