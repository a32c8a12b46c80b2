import { readComfyuiAddress } from '@contract/console/comfyui-address';
import { FETCHED_TYPE_HEADER, type FetchProblemDetails } from '@contract/console/fetch-url';
import { CONSOLE_BODIES } from '@contract/console/operation-specs';
import { contentHeaders } from '../assets/content/content-headers';
import type { AppDeps } from '../deps';
import { jobApiError } from '../http/job-api-error';
import { essenceOf, normalizeMediaType, UNKNOWN_TYPE } from '../http/media-type';
import type { OperationHandler } from '../http/operation';
import { readJson } from '../http/read-json';
import { fileNameOfUrl } from '../router/hosting/asset-url-rules';
import { FetchBlocked, type PublicFile } from '../router/hosting/public-fetch';
import { limitedBody } from './relay/limited-body';
import { isOwnUrl } from './surfaces/own-url';

type FetchUrlDeps = Pick<AppDeps, 'results' | 'settings' | 'engine' | 'clock' | 'version' | 'listeningAddress'>;

/** A file as large as an upload takes this long over a slow line; one that drips would hold a connection for ever. */
export const MAX_BODY_MS = 15 * 60_000;

/** Operations of ComfyUI that read a file. Some of its other URLs change something, such as those of node packs. */
const COMFYUI_FILE = /^\/(?:api\/)?(?:view|userdata\/[^/]+)$/;

const WEB_PAGES = new Set(['text/html', 'application/xhtml+xml']);

/**
 * `POST /console/fetch-url`: streams the file at a URL that the user pasted or dropped, since other sites do not let pages read it.
 * Only public addresses are reached, and files of the connected ComfyUI servers. Nothing is stored. The limit is that of uploads,
 * which the file would be as an input.
 */
export const fetchUrl =
  (deps: FetchUrlDeps): OperationHandler =>
  async ({ request }) => {
    const { url } = await readJson(request, CONSOLE_BODIES.fetchUrl);
    const { results, settings, version, clock } = deps;
    if (!results) throw jobApiError('not_implemented', 'This gateway cannot fetch files of other sites');
    const maxBytes = settings.maxUploadBytes;
    // Also ends the transfer of a file that is not sent on.
    const stop = new AbortController();
    const signal = AbortSignal.any([request.signal, stop.signal]);
    try {
      if (URL.canParse(url) && isOwnUrl(url, request, deps)) {
        throw new FetchBlocked('The URL leads back to this gateway', { problem: 'this_gateway' });
      }
      const comfyui = fromComfyui(url, deps);
      const found = await results.fetchPublic(comfyui?.url ?? url, {
        maxBytes,
        signal,
        trustedOrigins: new Set(comfyui ? [comfyui.origin] : []),
        ...(version === undefined ? {} : { userAgent: `Flowdeck/${version}` }),
      });
      if (WEB_PAGES.has(essenceOf(found.contentType))) throw webPage(found.url);
      const body = limitedBody(streamOf(found.content, stop), { ms: MAX_BODY_MS, bytes: maxBytes }, clock);
      return new Response(body, { headers: headersFor(found, url) });
    } catch (error) {
      stop.abort();
      throw error instanceof FetchBlocked ? toError(error, url, maxBytes) : error;
    }
  };

/** Origins of the connected ComfyUI servers, by the one spelling that this machine has. */
function comfyuiOrigins({ engine }: FetchUrlDeps): Map<string, string> {
  const pooled = (engine.engines?.() ?? []).filter(({ state }) => state !== 'removed');
  const connections = [engine.comfyui?.(), ...pooled.map(({ comfyui }) => comfyui)];
  const origins = connections.flatMap((each) => (each ? [new URL(each.url).origin] : []));
  return new Map(origins.map((origin) => [readComfyuiAddress(origin)?.origin ?? origin, origin]));
}

/**
 * Returns the URL at the configured origin if it names a file of a connected ComfyUI, in any spelling of this machine; `null` if it
 * is no URL of one. @throws FetchBlocked for its other URLs
 */
function fromComfyui(address: string, deps: FetchUrlDeps): { url: string; origin: string } | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  // As it is requested, without the tabs and spaces that an address may have.
  const origin = url && comfyuiOrigins(deps).get(readComfyuiAddress(url.href)?.origin ?? '');
  if (!url || !origin) return null;
  if (!COMFYUI_FILE.test(url.pathname)) throw webPage(address);
  return { url: origin + url.pathname + url.search, origin };
}

function webPage(url: string): FetchBlocked {
  return new FetchBlocked('The URL is a web page, not a file', { problem: 'web_page', host: new URL(url).host });
}

/** The bytes are those of another site, and this is the origin of the console: they are neither displayed nor run. */
function headersFor({ contentType, fileName, url: finalUrl }: PublicFile, url: string): Headers {
  const names = [url, finalUrl].map(fileNameOfUrl);
  const filePath = fileName ?? names.find((name) => /\.\w+$/.test(name)) ?? names[0] ?? null;
  const headers = contentHeaders({ contentType: UNKNOWN_TYPE, filePath });
  headers.set(FETCHED_TYPE_HEADER, normalizeMediaType(contentType));
  headers.set('cache-control', 'no-store');
  return headers;
}

/** Reads on demand only, so that a slow page slows the other site down. */
function streamOf(content: AsyncIterable<Uint8Array>, stop: AbortController): ReadableStream<Uint8Array> {
  const chunks = content[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => stop.abort(),
    },
    { highWaterMark: 0 },
  );
}

function toError(error: FetchBlocked, url: string, maxBytes: number) {
  const { message, problem, host, status } = error;
  if (problem === null) return jobApiError('not_implemented', message);
  const isTooLarge = problem === 'too_large';
  const details: FetchProblemDetails = {
    problem,
    host: host ?? (URL.canParse(url) ? new URL(url).host : null),
    ...(status === null ? {} : { status }),
    ...(isTooLarge ? { max_bytes: maxBytes } : {}),
  };
  return isTooLarge
    ? jobApiError('payload_too_large', message, { details })
    : jobApiError('invalid_request', message, { status: 422, details });
}
