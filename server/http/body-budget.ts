import { ApiProblem } from './operation';

/** Large bodies of submissions that are read or validated at the same time, together. */
export const MAX_BODY_BYTES_AT_ONCE = 64 * 1024 ** 2;
/** Bodies up to this size are not counted: they are gone before many of them can pile up. */
const SMALL_BYTES = 256 * 1024;
const RETRY_AFTER_S = 2;

/** Bounds the memory that bodies take while they are read and validated, however many arrive at once. */
export class BodyBudget {
  readonly #limit: number;
  #taken = 0;

  constructor(limit = MAX_BODY_BYTES_AT_ONCE) {
    this.#limit = limit;
  }

  /** Counts one body until `release`. */
  open(): BodyShare {
    let size = 0;
    let counted = 0;
    return {
      add: (bytes) => {
        size += bytes;
        if (size <= SMALL_BYTES) return;
        const more = size - counted;
        if (this.#taken + more > this.#limit) {
          throw new ApiProblem('queue_full', 'Too many large submissions arrive at once. Try again in a moment', {
            retryAfterS: RETRY_AFTER_S,
          });
        }
        this.#taken += more;
        counted = size;
      },
      release: () => {
        this.#taken -= counted;
        counted = 0;
      },
    };
  }
}

export interface BodyShare {
  /** @throws ApiProblem `queue_full` if it does not fit beside the others */
  add: (bytes: number) => void;
  release: () => void;
}
