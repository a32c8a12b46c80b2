import type { JournalStorage } from '../journal-storage';
import type { JournalEntry } from '../machine';
import type { Runner } from '../runner';
import type { TabLock } from '../tab-lock';

/** The browser as seen by the runner of one tab. All calls stop once the tab is killed. */
export interface TabWorld<Entry extends JournalEntry> {
  /** Dependencies that are passed to the runner unchanged. */
  shared: {
    storage: Pick<JournalStorage<Entry>, 'add' | 'read' | 'write' | 'amend'>;
    now: () => number;
    withLock: TabLock;
    sleepUntil: (until: number, wake: Promise<void>) => Promise<void>;
  };
  /** Runs a request that continues if its tab is killed; its response is then lost. */
  outside: <T>(request: () => Promise<T>) => Promise<T>;
  /** Broadcasts the entry to the other tabs. Returns false if the tab is dead. */
  show: (entry: Entry) => boolean;
}

interface Tab<Entry, Event, Parts> {
  runner: Runner<Entry, Event, Parts>;
  die: () => void;
}

interface Turn {
  isDead: () => boolean;
  start: () => void;
}

const NEVER = new Promise<never>(() => {});
/** Exceeds the longest promise chain between two waits of the runner. */
const MICROTASKS = 150;

/**
 * One browser with any number of tabs: storage that outlives them, locks that are released when a tab dies, and a manual clock. A
 * killed tab stops at once, at any point.
 */
export class BrowserWorld<Entry extends JournalEntry, Event, Parts = never> {
  now = 1_700_000_000_000;
  isDiskFull = false;
  readonly disk = new Map<string, Entry>();
  private readonly tabs: Tab<Entry, Event, Parts>[] = [];
  private sleepers: { until: number; wake: () => void }[] = [];
  private readonly locks = new Map<string, Turn[]>();
  private readonly makeRunner: (tab: TabWorld<Entry>) => Runner<Entry, Event, Parts>;

  constructor(makeRunner: (tab: TabWorld<Entry>) => Runner<Entry, Event, Parts>) {
    this.makeRunner = makeRunner;
  }

  /** Opens a tab that continues with the stored entries. */
  async openTab(): Promise<void> {
    let isDead = false;
    const unlessDead = <T>(value: Promise<T>): Promise<T> => value.then((result) => (isDead ? NEVER : result));
    const runner = this.makeRunner({
      shared: {
        storage: {
          add: (entries) => unlessDead(this.write(entries, () => isDead)),
          read: (id) => unlessDead(Promise.resolve(this.disk.get(id) ?? null)),
          write: (entry) => unlessDead(this.write([entry], () => isDead)),
          amend: (id, change) => unlessDead(this.amendOnDisk(id, change, () => isDead)),
        },
        now: () => this.now,
        withLock: (id, isPatient, work) => this.withLock(id, isPatient, work, () => isDead),
        sleepUntil: (until, wake) => unlessDead(this.sleep(until, wake)),
      },
      outside: (request) => (isDead ? NEVER : unlessDead(request())),
      show: (entry) => {
        if (isDead) return false;
        for (const other of this.tabs) if (other.runner !== runner) other.runner.follow(entry);
        return true;
      },
    });
    this.tabs.push({
      runner,
      die: () => {
        isDead = true;
        for (const turns of this.locks.values()) this.startNext(turns);
      },
    });
    for (const entry of this.disk.values()) runner.follow(entry);
    await this.settle();
  }

  async killTab(index: number): Promise<void> {
    const [tab] = this.tabs.splice(index % this.tabs.length, 1);
    tab?.die();
    if (this.tabs.length === 0) await this.openTab();
    await this.settle();
  }

  /** Simulates a click on Run. Returns false if it could not be stored and is therefore undone. */
  async press(index: number, entry: Entry, parts?: Parts): Promise<boolean> {
    const isWritten = await this.tabAt(index)
      .add([entry], parts)
      .then(
        () => true,
        () => false,
      );
    await this.settle();
    return isWritten;
  }

  /** Simulates a click in one tab on an entry that another tab may hold; the others are then notified. */
  async act(index: number, id: string, event: Event): Promise<void> {
    const tellOthers = async (isDone: boolean) => {
      if (!isDone) for (const { runner } of this.tabs) await runner.actIfHeld(id, event);
    };
    // Not awaited: if no other tab holds the entry, the promise settles only when there is nothing left to do.
    void this.tabAt(index)
      .act(id, event)
      .then(tellOthers)
      .catch(() => {});
    await this.settle();
  }

  /** Returns false if the change could not be stored and is therefore undone. */
  async amend(index: number, id: string, change: Partial<Entry>): Promise<boolean> {
    let isDone = false;
    const amendEverywhere = async () => {
      isDone = (await this.tabAt(index).amend(id, change)) !== null;
      for (const { runner } of this.tabs) await runner.amendIfHeld(id, change);
    };
    void amendEverywhere().catch(() => {});
    await this.settle();
    return isDone;
  }

  async pass(ms: number): Promise<void> {
    this.now += ms;
    const due = this.sleepers.filter(({ until }) => until <= this.now);
    this.sleepers = this.sleepers.filter(({ until }) => until > this.now);
    for (const { wake } of due) wake();
    await this.settle();
  }

  private tabAt(index: number): Runner<Entry, Event, Parts> {
    return (this.tabs[index % this.tabs.length] as Tab<Entry, Event, Parts>).runner;
  }

  private async settle(): Promise<void> {
    for (let turn = 0; turn < MICROTASKS; turn += 1) await Promise.resolve();
  }

  private async write(entries: readonly Entry[], isDead: () => boolean): Promise<void> {
    await Promise.resolve();
    if (isDead()) return;
    if (this.isDiskFull) throw new Error('The disk is full');
    for (const entry of entries) this.disk.set(entry.id, entry);
  }

  private async amendOnDisk(id: string, change: Partial<Entry>, isDead: () => boolean): Promise<Entry | null> {
    await Promise.resolve();
    const known = this.disk.get(id);
    if (isDead() || !known) return null;
    if (this.isDiskFull) throw new Error('The disk is full');
    const changed = { ...known, ...change };
    this.disk.set(id, changed);
    return changed;
  }

  private async sleep(until: number, wake: Promise<void>): Promise<void> {
    const due = new Promise<void>((resolve) => {
      this.sleepers.push({ until, wake: resolve });
    });
    await Promise.race([due, wake]);
  }

  private withLock(id: string, isPatient: boolean, work: () => Promise<void>, isDead: () => boolean): Promise<void> {
    const turns = this.locks.get(id) ?? [];
    this.locks.set(id, turns);
    if (turns.length > 0 && !isPatient) return Promise.resolve();
    return new Promise((resolve, reject) => {
      let hasStarted = false;
      const turn: Turn = {
        isDead,
        start: () => {
          if (hasStarted) return;
          hasStarted = true;
          void work()
            .then(resolve, reject)
            .finally(() => {
              turns.splice(turns.indexOf(turn), 1);
              this.startNext(turns);
            });
        },
      };
      turns.push(turn);
      if (turns.length === 1) turn.start();
    });
  }

  private startNext(turns: Turn[]): void {
    while (turns[0]?.isDead()) turns.shift();
    turns[0]?.start();
  }
}
