/** What a runner of one tab sees of its browser. Everything stops where the tab is killed. */
export interface TabWorld<Entry> {
  read: (id: string) => Promise<Entry | null>;
  write: (entry: Entry) => Promise<void>;
  now: () => number;
  /** A request that left goes on without its tab; the answer finds nobody. */
  outside: <T>(request: () => Promise<T>) => Promise<T>;
  withLock: (id: string, isPatient: boolean, work: () => Promise<void>) => Promise<void>;
  sleepUntil: (until: number, wake: Promise<void>) => Promise<void>;
  /** Tells the other tabs; false where the tab is dead and nobody sees it. */
  show: (entry: Entry) => boolean;
}

interface TabRunner<Entry> {
  follow: (entry: Entry) => void;
}

interface Tab<Runner> {
  runner: Runner;
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
export class BrowserWorld<Entry extends { id: string }, Runner extends TabRunner<Entry>> {
  now = 1_700_000_000_000;
  isDiskFull = false;
  readonly disk = new Map<string, Entry>();
  private readonly tabs: Tab<Runner>[] = [];
  private sleepers: { until: number; wake: () => void }[] = [];
  private readonly locks = new Map<string, Turn[]>();
  private readonly makeRunner: (tab: TabWorld<Entry>) => Runner;

  constructor(makeRunner: (tab: TabWorld<Entry>) => Runner) {
    this.makeRunner = makeRunner;
  }

  /** A tab is opened, and goes on with what lies on the disk. */
  async openTab(): Promise<void> {
    let isDead = false;
    const unlessDead = <T>(value: Promise<T>): Promise<T> => value.then((result) => (isDead ? NEVER : result));
    const runner: Runner = this.makeRunner({
      read: (id) => unlessDead(Promise.resolve(this.disk.get(id) ?? null)),
      write: (entry) => unlessDead(this.write(entry, () => isDead)),
      now: () => this.now,
      outside: (request) => (isDead ? NEVER : unlessDead(request())),
      withLock: (id, isPatient, work) => this.withLock(id, isPatient, work, () => isDead),
      sleepUntil: (until, wake) => unlessDead(this.sleep(until, wake)),
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

  /** A click on Run. False: it could not be written down, and is none. */
  async press(index: number, add: (runner: Runner) => Promise<void>): Promise<boolean> {
    const isWritten = await add(this.tabAt(index)).then(
      () => true,
      () => false,
    );
    await this.settle();
    return isWritten;
  }

  /** A click in one tab on an entry that another may hold: `act` says false then, and the others are told. */
  async act(
    index: number,
    act: (runner: Runner) => Promise<boolean>,
    actIfHeld: (runner: Runner) => Promise<void>,
  ): Promise<void> {
    const tellOthers = async (isDone: boolean) => {
      if (!isDone) for (const { runner } of this.tabs) await actIfHeld(runner);
    };
    // Not waited for: where nobody else holds the entry, it goes on until there is nothing left to do.
    void act(this.tabAt(index))
      .then(tellOthers)
      .catch(() => {});
    await this.settle();
  }

  async pass(ms: number): Promise<void> {
    this.now += ms;
    const due = this.sleepers.filter(({ until }) => until <= this.now);
    this.sleepers = this.sleepers.filter(({ until }) => until > this.now);
    for (const { wake } of due) wake();
    await this.settle();
  }

  private tabAt(index: number): Runner {
    return (this.tabs[index % this.tabs.length] as Tab<Runner>).runner;
  }

  private async settle(): Promise<void> {
    for (let turn = 0; turn < MICROTASKS; turn += 1) await Promise.resolve();
  }

  private async write(entry: Entry, isDead: () => boolean): Promise<void> {
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
