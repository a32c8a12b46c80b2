import type { AppDeps } from '../../deps';
import type { HttpError } from '../../http/http-error';
import { jobApiError } from '../../http/job-api-error';
import { IDEMPOTENCY_KEY_LIFETIME_MS, keyScope, type KeyClaim } from '../../storage/store';
import { isExpired } from '../asset-records';

const MAX_KEY_LENGTH = 255;

export interface UploadKey {
  /** Call it in the transaction that records the asset. @throws HttpError */
  claim(assetId: string): void;
  /** Call it when the request ends, with or without an asset. */
  close(): void;
}

const NO_KEY: UploadKey = { claim: () => {}, close: () => {} };

/**
 * `Idempotency-Key` of uploads: single use, separate from the keys of submissions (Job API 4, rule 4; J-4.99). During the
 * upload, the key is in memory only; it is stored together with its asset, so that a kill in between releases it. A kill after that
 * may leave the response unsent: the rejection of the retry then names the asset.
 */
export class UploadKeys {
  readonly #deps: Pick<AppDeps, 'store' | 'clock'>;
  readonly #held = new Set<string>();

  constructor(deps: Pick<AppDeps, 'store' | 'clock'>) {
    this.#deps = deps;
  }

  /** @throws HttpError if the key is used already, or another upload is in progress with it. */
  open(owner: string, key: string | null): UploadKey {
    if (key === null) return NO_KEY;
    if (key.length > MAX_KEY_LENGTH) {
      throw jobApiError('invalid_request', `The Idempotency-Key is longer than ${MAX_KEY_LENGTH} characters`, {
        status: 422,
      });
    }
    const { store, clock } = this.#deps;
    const scope = keyScope('postAssets', owner);
    const held = JSON.stringify([scope, key]);
    if (this.#held.has(held)) {
      throw jobApiError('idempotency_key_reuse', 'An upload with this Idempotency-Key is in progress');
    }
    const rejectUsed = () => {
      const claim = store.keys.find(scope, key, clock.now(), IDEMPOTENCY_KEY_LIFETIME_MS);
      if (claim) throw this.#used(owner, claim);
    };
    rejectUsed();
    this.#held.add(held);
    return {
      claim: (assetId) => {
        rejectUsed();
        store.keys.claim(scope, key, clock.now(), IDEMPOTENCY_KEY_LIFETIME_MS, assetId);
      },
      close: () => {
        this.#held.delete(held);
      },
    };
  }

  #used(owner: string, { assetId }: KeyClaim): HttpError {
    const { store, clock } = this.#deps;
    const asset = assetId === null ? null : store.assets.get(assetId);
    const used = 'This Idempotency-Key was already used for an upload';
    if (!asset || asset.owner !== owner || isExpired(asset, clock.now()))
      return jobApiError('idempotency_key_reuse', used);
    return jobApiError('idempotency_key_reuse', `${used}, which stored the asset ${asset.id}`, {
      details: { asset_id: asset.id },
    });
  }
}
