import type { Dispatcher, errors, request } from 'undici';
import { openGuardedAgent, type Network } from '../../../hosting/guarded-agent';

/** HTTP client for providers. Uses `undici` directly, since Node's `fetch` times out after 300 s and models may take longer. */
export interface HttpClient {
  request: typeof request;
  errors: typeof errors;
  dispatcher: Dispatcher;
  close(): Promise<void>;
}

const CONNECT_MS = 10_000;
/** Longer than every deadline, since each call has its own. */
const UNREACHED_MS = 2 * 3600 * 1000;

/** Lazy-loaded at the first call, since most starts never need it. Providers may be in any network. */
export async function openHttpClient(network: Network): Promise<HttpClient> {
  const undici = await import('undici');
  const limits = { headersTimeout: UNREACHED_MS, bodyTimeout: UNREACHED_MS };
  const dispatcher = await openGuardedAgent({ reach: 'any', network, connectMs: CONNECT_MS }, limits);
  return {
    request: undici.request,
    errors: undici.errors,
    dispatcher,
    close: () => dispatcher.destroy(),
  };
}
