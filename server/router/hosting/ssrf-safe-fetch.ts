import type { Agent, Dispatcher, request } from 'undici';
import type { FetchProblem } from '@contract/console/fetch-url';
import { fileNameOf } from '../../http/content-disposition';
import { systemErrorCode } from '../../startup-problem';
import { AddressRefused, openGuardedAgent, refusalOf, systemNetwork, type Network } from './guarded-agent';
import { FetchBlocked, type PublicFetch, type PublicFile } from './public-fetch';

const MAX_REDIRECTS = 5;
const CONNECT_MS = 10_000;
const HEADERS_MS = 30_000;
/** Maximum time between two chunks of the body. */
const SILENCE_MS = 30_000;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Fetches public URLs without credentials or cookies. Every connection is judged by its address, also those of redirects.
 */
export function createPublicFetch({ network = systemNetwork() } = {}): PublicFetch & { close(): Promise<void> } {
  let opened: Promise<Client> | null = null;
  const fetchPublic: PublicFetch = async (
    address,
    { maxBytes, signal, trustedOrigins, maxRedirects = MAX_REDIRECTS, userAgent },
  ) => {
    const headers = { accept: '*/*', ...(userAgent === undefined ? {} : { 'user-agent': userAgent }) };
    let url = readAddress(address);
    let isTrusted = true;
    const { publicOnly, trusted, request } = await (opened ??= openClient(network));
    for (let hop = 0; hop <= maxRedirects; hop += 1) {
      // Not anymore behind an untrusted host, which must not choose what is read from a trusted one.
      isTrusted &&= trustedOrigins?.has(url.origin) ?? false;
      const dispatcher = isTrusted ? trusted : publicOnly;
      const response = await ask(
        () => request(url, { dispatcher, headers, ...(signal ? { signal } : {}) }),
        url,
        signal,
      );
      const location = response.headers['location'];
      if (!REDIRECTS.has(response.statusCode) || typeof location !== 'string') return fileOf(response, url, maxBytes);
      await response.body.dump();
      url = readAddress(location, url);
    }
    throw new FetchBlocked('The URL has too many redirects', { problem: 'redirects', host: url.host });
  };
  return Object.assign(fetchPublic, {
    close: async () => {
      if (!opened) return;
      const { publicOnly, trusted } = await opened;
      await Promise.all([publicOnly.destroy(), trusted.destroy()]);
    },
  });
}

interface Client {
  publicOnly: Agent;
  trusted: Agent;
  request: typeof request;
}

async function openClient(network: Network): Promise<Client> {
  const { request } = await import('undici');
  const limits = { headersTimeout: HEADERS_MS, bodyTimeout: SILENCE_MS };
  const [publicOnly, trusted] = await Promise.all([
    openGuardedAgent({ reach: 'public', network, connectMs: CONNECT_MS }, limits),
    openGuardedAgent({ reach: 'any', network, connectMs: CONNECT_MS }, limits),
  ]);
  return { publicOnly, trusted, request };
}

function readAddress(address: string, base?: URL): URL {
  const url = URL.canParse(address, base?.href) ? new URL(address, base) : null;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new FetchBlocked('The URL is not an http or https URL', { problem: url ? 'scheme' : 'invalid' });
  }
  if (url.username !== '' || url.password !== '') {
    throw new FetchBlocked('The URL contains a password', { problem: 'password', host: url.host });
  }
  return url;
}

async function ask(
  send: () => Promise<Dispatcher.ResponseData>,
  url: URL,
  signal?: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  try {
    return await send();
  } catch (error) {
    if (signal?.aborted) throw error;
    const refused = refusalOf(error);
    if (refused) throw new AddressRefused(refused.refusal, url.host);
    throw new FetchBlocked(`${url.host} could not be reached`, {
      problem: problemOf(systemErrorCode(error)),
      host: url.host,
      cause: error,
    });
  }
}

function problemOf(code: string): FetchProblem {
  if (['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA'].includes(code)) return 'name';
  if (['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT'].includes(code)) return 'timeout';
  return /CERT|^(?:ERR_TLS_|ERR_SSL_|UNABLE_TO_|HOSTNAME_MISMATCH$|EPROTO$)/.test(code) ? 'tls' : 'unreachable';
}

async function fileOf(response: Dispatcher.ResponseData, url: URL, maxBytes: number): Promise<PublicFile> {
  const { statusCode, headers, body } = response;
  if (statusCode !== 200) {
    await body.dump();
    throw new FetchBlocked(`${url.host} responded with ${statusCode}`, {
      problem: 'status',
      host: url.host,
      status: statusCode,
    });
  }
  if (Number(headers['content-length'] ?? 0) > maxBytes) {
    // Ignores the error event of the destroyed body.
    body.on('error', () => {}).destroy();
    throw tooLarge(maxBytes);
  }
  const type = headers['content-type'];
  const disposition = headers['content-disposition'];
  return {
    contentType: typeof type === 'string' && type !== '' ? type : 'application/octet-stream',
    fileName: fileNameOf(typeof disposition === 'string' ? disposition : null),
    url: url.href,
    content: capped(body, maxBytes),
  };
}

async function* capped(body: AsyncIterable<Uint8Array>, maxBytes: number): AsyncIterable<Uint8Array> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    yield chunk;
  }
}

function tooLarge(maxBytes: number): FetchBlocked {
  return new FetchBlocked(`The file is larger than ${Math.floor(maxBytes / 1024 ** 2)} MiB`, { problem: 'too_large' });
}
