import type { AppDeps } from '../deps';
import { ApiProblem } from '../http/operation';
import { IDEMPOTENCY_KEY_LIFETIME_MS, isKeyClaimed, keyScope } from '../jobs/submission-keys';

const MAX_KEY_LENGTH = 255;

export interface UploadKey {
  /** Call in the transaction that records the asset. @throws ApiProblem */
  claim(): void;
  /** Call when the request ends, with or without an asset. */
  close(): void;
}

const NO_KEY: UploadKey = { claim: () => {}, close: () => {} };

/**
 * `Idempotency-Key` of uploads: single use, separate from the keys of submissions (Job API 4, rule 4; J-4.99). During the
 * upload a key is held in memory only and on disk together with its asset, so that a kill in between leaves it free.
 */
export class UploadKeys {
  readonly #deps: Pick<AppDeps, 'store' | 'clock'>;
  readonly #held = new Set<string>();

  constructor(deps: Pick<AppDeps, 'store' | 'clock'>) {
    this.#deps = deps;
  }

  /** @throws ApiProblem if the key is used already, or another upload is in progress with it. */
  open(owner: string, key: string | null): UploadKey {
    if (key === null) return NO_KEY;
    if (key.length > MAX_KEY_LENGTH) {
      throw new ApiProblem('invalid_request', `The Idempotency-Key is longer than ${MAX_KEY_LENGTH} characters`, {
        status: 422,
      });
    }
    const { store, clock } = this.#deps;
    const scope = keyScope('postAssets', owner);
    const held = JSON.stringify([scope, key]);
    if (this.#held.has(held)) {
      throw new ApiProblem('idempotency_key_reuse', 'An upload with this Idempotency-Key is in progress');
    }
    if (isKeyClaimed(store, scope, key, clock.now())) throw used();
    this.#held.add(held);
    return {
      claim: () => {
        if (!store.keys.claim(scope, key, clock.now(), IDEMPOTENCY_KEY_LIFETIME_MS)) throw used();
      },
      close: () => {
        this.#held.delete(held);
      },
    };
  }
}

function used(): ApiProblem {
  return new ApiProblem('idempotency_key_reuse', 'This Idempotency-Key was already used for an upload');
}
