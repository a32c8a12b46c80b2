import type { Dispatcher } from 'undici';
import { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { ModelFailure, type ModelAnswer, type ModelCall } from '../../port';
import type { ModelConfig } from './config-schema';
import type { HttpClient } from './http-client';
import type { ReadProvider } from './read-config';
import { failureOf } from './upstream-failure';

const MAX_REFUSAL_BYTES = 64 * 1024;

/** Sends one call, its body byte for byte, and gives the answer as it comes. @throws ModelFailure */
export async function callUpstream(
  provider: ReadProvider,
  model: ModelConfig,
  call: ModelCall,
  client: HttpClient,
): Promise<ModelAnswer> {
  const timeoutMs = (model.timeoutSeconds ?? provider.timeoutSeconds) * 1000;
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), timeoutMs).unref();
  const signal = AbortSignal.any([call.signal, deadline.signal]);
  let answer: Dispatcher.ResponseData;
  try {
    answer = await client.request(addressOf(provider.baseUrl, model.path), {
      dispatcher: client.dispatcher,
      method: model.method,
      headers: headersOf(provider, call.body),
      body: Readable.from(bodyOf(call)),
      signal,
    });
  } catch (error) {
    clearTimeout(timer);
    throw deadline.signal.aborted ? timedOut(provider, timeoutMs) : unreachable(provider, error, client);
  }
  try {
    if (answer.statusCode < 200 || answer.statusCode > 299) {
      throw failureOf(
        { status: answer.statusCode, text: await startOf(answer.body), ...retryAfterOf(answer) },
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
    body: Readable.toWeb(decoded(answer)) as ReadableStream<Uint8Array>,
    upstreamStatus: answer.statusCode,
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

function headersOf({ headers, secretHeader }: ReadProvider, body: Uint8Array): Record<string, string> {
  return {
    accept: '*/*',
    // What is not compressed needs no care to stay as it is.
    'accept-encoding': 'identity',
    'user-agent': 'flowdeck',
    ...lowerCased(headers),
    ...(secretHeader === null ? {} : { [secretHeader.name.toLowerCase()]: secretHeader.value }),
    'content-type': 'application/json',
    'content-length': String(body.byteLength),
  };
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Drawn once the connection stands: from then on the provider may have the call, and may charge for it. */
async function* bodyOf({ body, accepted }: ModelCall): AsyncIterable<Uint8Array> {
  accepted();
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
