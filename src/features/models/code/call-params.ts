/** Parameters of the call as Run would send it now. */
export interface CallParams {
  /** Absolute URL. */
  url: string;
  /** Exact request body; may be invalid JSON while the user edits it. */
  bodyText: string;
  /** Whether the router requires a credential; the credential itself is never shown. */
  needsToken: boolean;
}

/** Exceeds the router's default deadline of ten minutes: a client that disconnects earlier may pay for a result it never gets. */
export const CALL_TIMEOUT_S = 660;
