/** A call as it would leave now. */
export interface CallParams {
  /** Absolute. */
  url: string;
  /** The body exactly as it goes out; may be no JSON while it is being written. */
  bodyText: string;
  /** Whether the router wants a credential; which one is never shown. */
  needsToken: boolean;
}

/** More than the router's usual deadline of ten minutes: whoever leaves sooner may pay for what it never sees. */
export const CALL_TIMEOUT_S = 660;
