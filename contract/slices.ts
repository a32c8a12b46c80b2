/**
 * Work on input of any size that can pause: each `next` does a bounded part of it, so that a program which serves others
 * meanwhile lets them in between (`server/jobs/in-turns.ts`). Whoever has the time runs it through with `finish`.
 */
export type Slices<Result> = Generator<void, Result>;

/** Values that are looked at in one part: a few milliseconds of work. */
export const SLICE_VALUES = 5000;

export function finish<Result>(work: Slices<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/** Counts what was looked at, and says when it is time to pause. */
export class SliceMeter {
  #left = SLICE_VALUES;

  /** @returns whether a part is full */
  isFull(values = 1): boolean {
    this.#left -= values;
    if (this.#left > 0) return false;
    this.#left = SLICE_VALUES;
    return true;
  }
}
