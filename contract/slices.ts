/**
 * Work on input of any size that can be paused: each `next` does a bounded part, so that a server can handle other requests in
 * between, and a page its user. Callers without that need run it to the end with `finish`.
 */
export type Slices<Result> = Generator<void, Result>;

export type Pause = () => Promise<void>;

/** Values processed per part: a few milliseconds of work. */
export const SLICE_VALUES = 5000;

export function finish<Result>(work: Slices<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/** Runs the work to its end, and awaits `pause` between its parts. */
export async function runInSlices<Result>(work: Slices<Result>, pause: Pause): Promise<Result> {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    await pause();
  }
}

/** Counts processed values and reports when to pause. */
export class SliceMeter {
  #left = SLICE_VALUES;

  /** @returns true if the part is full */
  isFull(values = 1): boolean {
    this.#left -= values;
    if (this.#left > 0) return false;
    this.#left = SLICE_VALUES;
    return true;
  }
}
