import type { Dispatcher } from 'undici';
import { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { ModelFailure, type ModelOutput, type ModelCall } from '../../model-source';
import type { ModelConfig } from './config-schema';
import type { HttpClient } from './http-client';
import { idempotencyHeaderOf } from './idempotency-header';
import type { ReadProvider } from './read-config';
import { failureOf, type Refusal } from './upstream-failure';

const MAX_REFUSAL_BYTES = 64 * 1024;

/** Sends one call, its body byte for byte, and gives the answer as it comes. @throws ModelFailure */
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

/** Reads what the provider holds of a call, with its credential. @throws ModelFailure */
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

/** A read of a status or a result, which is made again when it takes longer. */
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

/** With what the headers say, for whoever knows the provider. */
export interface ProviderResponse extends ModelOutput {
  readonly headers: Refusal['headers'];
}

type FailureReader = (refusal: Refusal, provider: ReadProvider) => ModelFailure;

interface ExchangeOptions {
  timeoutMs: number;
  signal: AbortSignal;
  client: HttpClient;
  /** What a response other than a success means. */
  failed?: FailureReader;
}

/** One request to a provider. @throws ModelFailure for any response but a success */
export async function exchange(
  provider: ReadProvider,
  { url, method, headers, body }: Target,
  { timeoutMs, signal: given, client, failed = failureOf }: ExchangeOptions,
): Promise<ProviderResponse> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), timeoutMs).unref();
  const signal = AbortSignal.any([given, deadline.signal]);
  let answer: Dispatcher.ResponseData;
  try {
    answer = await client.request(url, { dispatcher: client.dispatcher, method, headers, body, signal });
  } catch (error) {
    clearTimeout(timer);
    throw deadline.signal.aborted ? timedOut(provider, timeoutMs) : unreachable(provider, error, client);
  }
  try {
    if (answer.statusCode < 200 || answer.statusCode > 299) {
      throw failed(
        {
          status: answer.statusCode,
          text: await startOf(answer.body),
          headers: answer.headers,
          ...retryAfterOf(answer),
          shouldRetry: shouldRetryOf(answer),
        },
        provider,
      );
    }
  } catch (error) {
    clearTimeout(timer);
    throw error instanceof ModelFailure ? error : unreachable(provider, error, client);
  }
  // The deadline is that of the whole answer: a body that stops in its middle is cut.
  answer.body.once('close', () => clearTimeout(timer));
  const type = answer.headers['content-type'];
  return {
    contentType: typeof type === 'string' ? type : 'application/octet-stream',
    body: webStreamOf(decoded(answer)),
    upstreamStatus: answer.statusCode,
    headers: answer.headers,
  };
}

/** The path stands below that of the base address, whether that ends with a slash or not. */
export function addressOf(baseUrl: string, path: string): URL {
  const base = new URL(baseUrl);
  const url = new URL(path, base.origin);
  url.pathname = `${base.pathname.replace(/\/$/, '')}${url.pathname}`;
  if (base.search !== '' && url.search === '') url.search = base.search;
  return url;
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

export function plainHeadersOf({
  headers,
  secretHeader,
}: Pick<ReadProvider, 'headers' | 'secretHeader'>): Record<string, string> {
  return {
    accept: '*/*',
    // What is not compressed needs no care to stay as it is.
    'accept-encoding': 'identity',
    'user-agent': 'flowdeck',
    ...lowerCased(headers),
    ...(secretHeader === null ? {} : { [secretHeader.name.toLowerCase()]: secretHeader.value }),
  };
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Drawn once the connection stands: from then on the provider may have the call, and may charge for it. */
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
 * As `Readable.toWeb`, which on Node 20 throws outside of any promise when a stream is canceled while data is on its way, and
 * ends the process.
 */
function webStreamOf(readable: Readable): ReadableStream<Uint8Array> {
  // Reported to whoever reads; after a cancel nobody does.
  readable.on('error', () => {});
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
  for await (const chunk of body) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).byteLength;
    if (size >= MAX_REFUSAL_BYTES) break;
  }
  return Buffer.concat(chunks).toString();
}

function retryAfterOf({ headers }: Dispatcher.ResponseData): { retryAfterSeconds: number | null } {
  const text = String(headers['retry-after'] ?? '');
  return { retryAfterSeconds: /^\d{1,6}$/.test(text) ? Number(text) : null };
}

/** As clients of OpenAI and Anthropic read it. */
function shouldRetryOf({ headers }: Dispatcher.ResponseData): boolean | null {
  const text = String(headers['x-should-retry'] ?? '').toLowerCase();
  return text === 'true' ? true : text === 'false' ? false : null;
}

function timedOut({ name }: ReadProvider, timeoutMs: number): ModelFailure {
  return new ModelFailure('provider_timeout', `${name} did not answer within ${timeoutMs / 1000} s`);
}

/** Its message may hold the address with its query; only the code is told. */
function unreachable({ name, baseUrl }: ReadProvider, error: unknown, { errors }: HttpClient): ModelFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  const { host } = new URL(baseUrl);
  const isRefused = code === 'ECONNREFUSED' || error instanceof errors.ConnectTimeoutError || code === 'ENOTFOUND';
  return new ModelFailure(
    'provider_error',
    isRefused
      ? `${name} does not answer at ${host} (${code}). Is it running?`
      : `The connection to ${name} broke (${code})`,
  );
}
