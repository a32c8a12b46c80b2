import type { Clock } from '../clock';

interface Timer {
  due: number;
  order: number;
  work: () => void;
}

/**
 * Lets everything run that waits for promises and streams. A message is much faster than the shortest timeout. One channel serves all
 * timers of an advance: opening it takes seven times as long as using it, and days of retention have thousands of timers.
 */
class MessageLoop {
  readonly #channel = new MessageChannel();

  async settle(): Promise<void> {
    const { port1, port2 } = this.#channel;
    for (let turn = 0; turn < 3; turn += 1) {
      await new Promise((resolve) => {
        port1.onmessage = resolve;
        port2.postMessage(null);
      });
    }
  }

  end(): void {
    this.#channel.port1.close();
  }
}

/** Same as `MessageLoop.settle`, for work that takes some real time, such as the first hash. */
async function settleSlowly(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) {
    await new Promise<void>((resolve) => {
      setTimeout(resolve, 0);
    });
  }
}

/** A clock that advances only on request: a day of retention passes in a millisecond of a test. */
export class VirtualClock implements Clock {
  #now: number;
  /** Offset by which the clock was set. */
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

  /** Sets the clock, like users and time servers do: no time passes, and the delays of timers stay the same. */
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

  /** Number of scheduled timers. */
  get pending(): number {
    return this.#timers.length;
  }

  /**
   * Advances time by `ms`. Timers run one by one at their due time, and everything they start settles before the next one. A timer
   * that schedules another timer is therefore followed exactly.
   */
  async advance(ms: number): Promise<void> {
    const goal = this.#now + ms;
    await settleSlowly();
    const loop = new MessageLoop();
    try {
      for (;;) {
        const next = this.#next();
        if (!next || next.due > goal) break;
        this.#timers = this.#timers.filter((timer) => timer !== next);
        this.#now = Math.max(this.#now, next.due);
        next.work();
        await loop.settle();
      }
    } finally {
      // An open port keeps the process running.
      loop.end();
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
