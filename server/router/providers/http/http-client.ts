import type { Agent, Dispatcher, errors, request } from 'undici';

/** Connections to providers. `undici` itself, since Node's own fetch gives up after 300 s and a model may take longer. */
export interface HttpClient {
  request: typeof request;
  errors: typeof errors;
  dispatcher: Dispatcher;
  close(): Promise<void>;
}

const CONNECT_MS = 10_000;
/** Above every deadline: each call brings its own. */
const UNREACHED_MS = 2 * 3600 * 1000;

/** Loaded at the first call: most starts never need it. */
export async function openHttpClient(): Promise<HttpClient> {
  const undici = await import('undici');
  const dispatcher: Agent = new undici.Agent({
    connect: { timeout: CONNECT_MS },
    headersTimeout: UNREACHED_MS,
    bodyTimeout: UNREACHED_MS,
  });
  return {
    request: undici.request,
    errors: undici.errors,
    dispatcher,
    close: () => dispatcher.destroy(),
  };
}
