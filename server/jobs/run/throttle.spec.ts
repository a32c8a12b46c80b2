import { fc } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import { Throttle } from './throttle';
import type { Clock } from '../../clock';

/** Manual time without asynchronous code: the property below takes thousands of steps. */
class HandClock implements Clock {
  #now = 0;
  #timer: { due: number; work: () => void } | null = null;
  now(): number {
    return this.#now;
  }
  uptime(): number {
    return this.#now;
  }
  after(ms: number, work: () => void): () => void {
    this.#timer = { due: this.#now + ms, work };
    return () => (this.#timer = null);
  }
  step(ms: number): void {
    const goal = this.#now + ms;
    while (this.#timer && this.#timer.due <= goal) {
      const { due, work } = this.#timer;
      this.#timer = null;
      this.#now = due;
      work();
    }
    this.#now = goal;
  }
}

describe('Throttle', () => {
  it('runs at most once per interval, and always after the last request', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(250), { minLength: 1, maxLength: 40 }), (pauses) => {
        const clock = new HandClock();
        const runs: number[] = [];
        const throttle = new Throttle(clock, 200, () => runs.push(clock.now()));
        for (const pause of pauses) {
          throttle.request();
          clock.step(pause);
        }
        const lastAsked = clock.now() - (pauses.at(-1) ?? 0);
        clock.step(1000);
        expect(runs[0]).toBe(0);
        expect(runs.at(-1)).toBeGreaterThanOrEqual(lastAsked);
        for (let index = 1; index < runs.length; index += 1) {
          expect((runs[index] ?? 0) - (runs[index - 1] ?? 0)).toBeGreaterThanOrEqual(200);
        }
      }),
    );
  });

  it('flushes or cancels pending work, and does nothing if there is none', () => {
    const clock = new HandClock();
    let runs = 0;
    const throttle = new Throttle(clock, 100, () => (runs += 1), clock.now());
    throttle.flush();
    expect(runs).toBe(0);
    throttle.request();
    throttle.flush();
    expect(runs).toBe(1);
    throttle.request();
    throttle.stop();
    clock.step(1000);
    expect(runs).toBe(1);
  });
});
