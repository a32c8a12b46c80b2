import type { Dispatcher } from 'undici';
import { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { ModelFailure, type ModelOutput, type ModelCall } from '../../../model-source';
import { refusalOf } from '../../../hosting/guarded-agent';
import type { ModelConfig } from '../config-schema';
import type { HttpClient } from './http-client';
import { idempotencyHeaderOf } from './idempotency-header';
import type { ReadProvider } from '../read-config';
import { failureOf, type Rejection } from './upstream-failure';

const MAX_REFUSAL_BYTES = 64 * 1024;

/** Sends one call with an unchanged body and streams the response. @throws ModelFailure */
export async function callUpstream(
  provider: ReadProvider,
  model: ModelConfig,
  call: ModelCall,
  client: HttpClient,
  failed: FailureReader = failureOf,
): Promise<ProviderResponse> {
  const target = {
    url: addressOf(provider.baseUrl, model.path),
    method: model.method,
    headers: headersOf(provider, call),
    body: Readable.from(bodyOf(call)),
  };
  return exchange(provider, target, { timeoutMs: timeoutMsOf(provider, model), signal: call.signal, client, failed });
}

interface Reader {
  provider: ReadProvider;
  model: ModelConfig;
  client: HttpClient;
}

/** Reads the status or result of a call from the provider, with its credential. @throws ModelFailure */
export function readUpstream(
  { provider, model, client }: Reader,
  url: string,
  signal: AbortSignal,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' = 'GET',
): Promise<ModelOutput> {
  const target = { url: new URL(url), method, headers: plainHeadersOf(provider), body: null };
  const timeoutMs = Math.min(timeoutMsOf(provider, model), READ_MS);
  return exchange(provider, target, { timeoutMs, signal, client });
}

/** Time limit for reading a status or a result; slower reads are retried. */
const READ_MS = 60_000;

export function timeoutMsOf(provider: ReadProvider, model: ModelConfig): number {
  return (model.timeoutSeconds ?? provider.timeoutSeconds) * 1000;
}

export interface Target {
  url: URL;
  method: Dispatcher.HttpMethod;
  headers: Record<string, string>;
  body: Readable | null;
}

/** Response with its headers, for code that knows the provider. */
export interface ProviderResponse extends ModelOutput {
  readonly headers: Rejection['headers'];
}

type FailureReader = (rejection: Rejection, provider: ReadProvider) => ModelFailure;

interface ExchangeOptions {
  timeoutMs: number;
  signal: AbortSignal;
  client: HttpClient;
  /** Converts a response other than a success to a failure. */
  failed?: FailureReader;
}

/** Sends one request to a provider. @throws ModelFailure for any response but a success */
export async function exchange(
  provider: ReadProvider,
  { url, method, headers, body }: Target,
  { timeoutMs, signal: given, client, failed = failureOf }: ExchangeOptions,
): Promise<ProviderResponse> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), timeoutMs).unref();
  const signal = AbortSignal.any([given, deadline.signal]);
  let response: Dispatcher.ResponseData;
  try {
    response = await client.request(url, { dispatcher: client.dispatcher, method, headers, body, signal });
  } catch (error) {
    clearTimeout(timer);
    throw deadline.signal.aborted ? timedOut(provider, timeoutMs) : unreachable(provider, error, client);
  }
  try {
    if (response.statusCode < 200 || response.statusCode > 299) {
      throw failed(
        {
          status: response.statusCode,
          text: await startOf(response.body),
          headers: response.headers,
          ...retryAfterOf(response),
          shouldRetry: shouldRetryOf(response),
        },
        provider,
      );
    }
  } catch (error) {
    clearTimeout(timer);
    throw error instanceof ModelFailure ? error : unreachable(provider, error, client);
  }
  // The deadline includes the body: a body that stalls is cut off.
  response.body.once('close', () => clearTimeout(timer));
  const type = response.headers['content-type'];
  return {
    contentType: typeof type === 'string' ? type : 'application/octet-stream',
    body: webStreamOf(decoded(response)),
    upstreamStatus: response.statusCode,
    headers: response.headers,
  };
}

/** Resolves a path below the base URL, with or without a trailing slash. */
export function addressOf(baseUrl: string, path: string): URL {
  const base = new URL(baseUrl);
  const url = new URL(path, base.origin);
  url.pathname = `${base.pathname.replace(/\/$/, '')}${url.pathname}`;
  if (base.search !== '' && url.search === '') url.search = base.search;
  return url;
}

/** Returns the provider with the trace of a call in the headers of all requests to it. */
export function inTrace<Provider extends Pick<ReadProvider, 'headers'>>(
  provider: Provider,
  { traceparent = null }: Pick<ModelCall, 'traceparent'>,
): Provider {
  return traceparent === null ? provider : { ...provider, headers: { ...provider.headers, traceparent } };
}

function headersOf(provider: ReadProvider, { body, idempotencyKey }: ModelCall): Record<string, string> {
  const keyHeader = idempotencyHeaderOf(provider);
  return {
    ...plainHeadersOf(provider),
    ...(keyHeader === null ? {} : { [keyHeader.toLowerCase()]: idempotencyKey }),
    'content-type': 'application/json',
    'content-length': String(body.byteLength),
  };
}

/** @throws KeyMissing */
export function plainHeadersOf({ headers, key }: Pick<ReadProvider, 'headers' | 'key'>): Record<string, string> {
  const secret = key?.header() ?? null;
  return {
    accept: '*/*',
    // Uncompressed responses can be forwarded unchanged.
    'accept-encoding': 'identity',
    'user-agent': 'flowdeck',
    ...lowerCased(headers),
    ...(secret === null ? {} : { [secret.name.toLowerCase()]: secret.value }),
  };
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Yields the body once the connection is established. From then on the provider may have the call and may charge for it. */
async function* bodyOf({ body, accepted }: ModelCall): AsyncIterable<Uint8Array> {
  await accepted();
  yield body;
}

function decoded({ headers, body }: Dispatcher.ResponseData): Readable {
  switch (headers['content-encoding']) {
    case 'gzip':
      return body.compose(createGunzip());
    case 'deflate':
      return body.compose(createInflate());
    case 'br':
      return body.compose(createBrotliDecompress());
    default:
      return body;
  }
}

/**
 * Replaces `Readable.toWeb`. On Node 20 that throws outside of any promise if a stream is canceled while data arrives, which
 * ends the process.
 */
function webStreamOf(readable: Readable): ReadableStream<Uint8Array> {
  // The reader gets the error; after a cancel there is no reader.
  readable.on('error', () => {});
  // Of a body of undici, which has no encoding.
  const chunks = readable[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => void readable.destroy(),
    },
    { highWaterMark: 0 },
  );
}

async function startOf(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Of a body of undici, which has no encoding.
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size >= MAX_REFUSAL_BYTES) break;
  }
  return Buffer.concat(chunks).toString();
}

function retryAfterOf({ headers }: Dispatcher.ResponseData): { retryAfterSeconds: number | null } {
  const text = String(headers['retry-after'] ?? '');
  return { retryAfterSeconds: /^\d{1,6}$/.test(text) ? Number(text) : null };
}

/** Reads `X-Should-Retry`, like the clients of OpenAI and Anthropic. */
function shouldRetryOf({ headers }: Dispatcher.ResponseData): boolean | null {
  const text = String(headers['x-should-retry'] ?? '').toLowerCase();
  return text === 'true' ? true : text === 'false' ? false : null;
}

function timedOut({ name }: ReadProvider, timeoutMs: number): ModelFailure {
  return new ModelFailure('provider_timeout', `${name} did not respond within ${timeoutMs / 1000} s`);
}

/** Creates the failure for an unreachable provider. It contains only the error code, since the message may contain the full URL. */
function unreachable({ name, baseUrl }: ReadProvider, error: unknown, { errors }: HttpClient): ModelFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  const { host } = new URL(baseUrl);
  const refused = refusalOf(error);
  if (refused) return new ModelFailure('provider_error', `${name} was not called: ${refused.message}`);
  const isRefused = code === 'ECONNREFUSED' || error instanceof errors.ConnectTimeoutError || code === 'ENOTFOUND';
  return new ModelFailure(
    'provider_error',
    isRefused
      ? `${name} does not respond at ${host} (${code}). Is it running?`
      : `The connection to ${name} broke (${code})`,
  );
}
