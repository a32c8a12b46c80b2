import { jobApiError } from './job-api-error';

/** Maximum total size of large submission bodies that are read or validated at the same time. */
export const MAX_BODY_BYTES_AT_ONCE = 64 * 1024 ** 2;
/** Bodies up to this size are not counted: they are processed before many can accumulate. */
const SMALL_BYTES = 256 * 1024;
const RETRY_AFTER_S = 2;

/** Bounds the memory of bodies that are read and validated, however many arrive at once. */
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
          throw jobApiError('queue_full', 'Too many large submissions arrive at once. Try again in a moment', {
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
  /** @throws HttpError `queue_full` if the body exceeds the remaining budget */
  add: (bytes: number) => void;
  release: () => void;
}
