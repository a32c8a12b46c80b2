import type { Clock } from '../clock';

interface Timer {
  due: number;
  order: number;
  work: () => void;
}

/** Lets everything run that waits for promises and streams. A message is far quicker than the shortest timeout. */
async function settle(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  for (let turn = 0; turn < 3; turn += 1) {
    await new Promise((resolve) => {
      port1.addEventListener('message', resolve, { once: true });
      port1.start();
      port2.postMessage(null);
    });
  }
  port1.close();
}

/** The same for work that takes a moment of true time, such as the first hash. */
async function settleSlowly(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) {
    await new Promise<void>((resolve) => {
      setTimeout(resolve, 0);
    });
  }
}

/** A clock that stands still until it is told to go on: a day of retention passes in a millisecond of a test. */
export class VirtualClock implements Clock {
  #now: number;
  /** By how much it was set. */
  #setBy = 0;
  #order = 0;
  #timers: Timer[] = [];

  constructor(start: number = Date.UTC(2030, 0, 1)) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  uptime(): number {
    return this.#now - this.#setBy;
  }

  /** Sets the clock, as people and time servers do: no time passes, and timers wait as long as before. */
  set(now: number): void {
    const by = now - this.#now;
    this.#now = now;
    this.#setBy += by;
    for (const timer of this.#timers) timer.due += by;
  }

  after(ms: number, work: () => void): () => void {
    const timer: Timer = { due: this.#now + Math.max(0, ms), order: (this.#order += 1), work };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** Timers that are set and not yet run. */
  get pending(): number {
    return this.#timers.length;
  }

  /**
   * Moves time on by `ms`. Timers run one by one at their own instant, and what each sets off may settle before the
   * next one, so a timer that sets another timer is followed exactly.
   */
  async advance(ms: number): Promise<void> {
    const goal = this.#now + ms;
    await settleSlowly();
    for (;;) {
      const next = this.#next();
      if (!next || next.due > goal) break;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.#now = Math.max(this.#now, next.due);
      next.work();
      await settle();
    }
    this.#now = goal;
    await settleSlowly();
  }

  #next(): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.#timers) {
      if (!first || timer.due < first.due || (timer.due === first.due && timer.order < first.order)) first = timer;
    }
    return first;
  }
}
