import type { OutboxEntry } from '../outbox-entry';
import type { OutboxEvent } from '../outbox-machine';
import { createOutboxRunner, type OutboxRunner, type OutboxRunnerDeps } from '../outbox-runner';
import type { OutboxStorage } from '../outbox-storage';

interface Tab {
  runner: OutboxRunner;
  die: () => void;
}

interface Turn {
  isDead: () => boolean;
  start: () => void;
}

const NEVER = new Promise<never>(() => {});
/** More than any chain of promises between two waits of the runner is long. */
const MICROTASKS = 60;

/**
 * One browser with any number of tabs: a disk that outlives them, locks that a dead tab lets go, and a clock that moves
 * when it is told to. A tab that is killed does nothing more, wherever it stood.
 */
export class BrowserWorld {
  now = 1_700_000_000_000;
  isDiskFull = false;
  readonly disk = new Map<string, OutboxEntry>();
  private readonly tabs: Tab[] = [];
  private sleepers: { until: number; wake: () => void }[] = [];
  private readonly locks = new Map<string, Turn[]>();
  private readonly outside: Pick<OutboxRunnerDeps, 'send' | 'look' | 'onChange'>;

  constructor(outside: Pick<OutboxRunnerDeps, 'send' | 'look' | 'onChange'>) {
    this.outside = outside;
  }

  /** A tab is opened, and goes on with what lies on the disk. */
  async openTab(): Promise<void> {
    let isDead = false;
    const unlessDead = <T>(value: Promise<T>): Promise<T> => value.then((result) => (isDead ? NEVER : result));
    const storage: OutboxStorage = {
      isDurable: true,
      read: (id) => unlessDead(Promise.resolve(this.disk.get(id) ?? null)),
      write: (entry) => unlessDead(this.write(entry, () => isDead)),
      all: () => unlessDead(Promise.resolve([...this.disk.values()])),
    };
    const runner = createOutboxRunner({
      storage,
      now: () => this.now,
      // A request that left goes on without its tab; the answer finds nobody.
      send: (entry) => (isDead ? NEVER : unlessDead(this.outside.send(entry))),
      look: (entry) => (isDead ? NEVER : unlessDead(this.outside.look(entry))),
      withLock: (id, isPatient, work) => this.withLock(id, isPatient, work, () => isDead),
      sleepUntil: (until, wake) => unlessDead(this.sleep(until, wake)),
      onChange: (entry) => {
        if (isDead) return;
        this.outside.onChange(entry);
        for (const other of this.tabs) if (other.runner !== runner) other.runner.follow(entry);
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

  /** A click on Run. False: it could not be written down, and is none. */
  async press(index: number, entry: OutboxEntry): Promise<boolean> {
    const isWritten = await this.tabAt(index)
      .runner.add(entry)
      .then(
        () => true,
        () => false,
      );
    await this.settle();
    return isWritten;
  }

  /** A click in one tab on an entry that another may hold. */
  async act(index: number, id: string, event: OutboxEvent): Promise<void> {
    // Not waited for: where nobody else holds the entry, it goes on until there is nothing left to do.
    void this.actOrTell(this.tabAt(index), id, event).catch(() => {});
    await this.settle();
  }

  async pass(ms: number): Promise<void> {
    this.now += ms;
    const due = this.sleepers.filter(({ until }) => until <= this.now);
    this.sleepers = this.sleepers.filter(({ until }) => until > this.now);
    for (const { wake } of due) wake();
    await this.settle();
  }

  private async actOrTell(tab: Tab, id: string, event: OutboxEvent): Promise<void> {
    if (await tab.runner.act(id, event)) return;
    for (const { runner } of this.tabs) await runner.actIfHeld(id, event);
  }

  private tabAt(index: number): Tab {
    return this.tabs[index % this.tabs.length] as Tab;
  }

  private async settle(): Promise<void> {
    for (let turn = 0; turn < MICROTASKS; turn += 1) await Promise.resolve();
  }

  private async write(entry: OutboxEntry, isDead: () => boolean): Promise<void> {
    await Promise.resolve();
    if (isDead()) return;
    if (this.isDiskFull) throw new Error('The disk is full');
    this.disk.set(entry.id, entry);
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
