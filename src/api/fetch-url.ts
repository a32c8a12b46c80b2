import { FetchProblemDetails, FETCHED_TYPE_HEADER, type FetchProblem } from '@contract/console/fetch-url';
import { errorFromResponse, isApiError, unreachableError } from './api-error';
import { consolePath } from './call-console';
import { withConnection } from './connections';
import { credentialOf } from './credentials';
import { jobApiUrl } from './fetch-from-surface';
import { LOCAL_SURFACE } from './surface';
import { canRelay } from './surfaces/has-gateway';

/** `not_readable`: only pages of that site may read the file, or there is none. `broken`: the transfer ended before its end. */
export type FetchUrlProblem = FetchProblem | 'not_readable' | 'broken';

interface FailureDetails {
  host: string | null;
  status?: number | undefined;
  maxBytes?: number | undefined;
}

/** The file at a URL of another site was not fetched. */
export class FetchUrlFailure extends Error {
  readonly problem: FetchUrlProblem;
  readonly host: string | null;
  readonly status: number | undefined;
  readonly maxBytes: number | undefined;
  constructor(problem: FetchUrlProblem, { host, status, maxBytes }: FailureDetails, cause?: unknown) {
    super(problem, { cause });
    this.name = 'FetchUrlFailure';
    this.problem = problem;
    this.host = host;
    this.status = status;
    this.maxBytes = maxBytes;
  }
}

export interface FetchedUrl {
  content: Blob;
  /** Media type that the site states, without parameters; empty if it states none. */
  type: string;
  /** `Content-Disposition` of the gateway; `null` without one. */
  disposition: string | null;
}

/**
 * Fetches a file of any site. Most sites do not let pages of others read their files, so the gateway does it; a page without one tries.
 * @throws FetchUrlFailure, ApiError about the gateway itself, or the reason of the signal
 */
export function fetchUrl(url: string, signal: AbortSignal): Promise<FetchedUrl> {
  return withConnection('download', signal, () => (canRelay() ? throughGateway(url, signal) : fromPage(url, signal)));
}

async function throughGateway(url: string, signal: AbortSignal): Promise<FetchedUrl> {
  const address = jobApiUrl(LOCAL_SURFACE) + consolePath('fetchUrl');
  const { mode, headers } = credentialOf(LOCAL_SURFACE, address);
  const request: RequestInit = {
    method: 'POST',
    credentials: mode,
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url }),
    signal,
  };
  const response = await fetch(address, request).catch((error: unknown) => {
    throw signal.aborted ? error : unreachableError(error);
  });
  if (!response.ok) throw rejectionOf(errorFromResponse(response.status, response.headers, await response.text()));
  const type = response.headers.get(FETCHED_TYPE_HEADER);
  return readWhole(response, { url, type, disposition: response.headers.get('content-disposition'), signal });
}

function rejectionOf(error: unknown): unknown {
  const details = FetchProblemDetails.safeParse(isApiError(error) ? error.details : null);
  if (!details.success) return error;
  const { problem, host, status, max_bytes: maxBytes } = details.data;
  return new FetchUrlFailure(problem, { host, status, maxBytes }, error);
}

async function fromPage(url: string, signal: AbortSignal): Promise<FetchedUrl> {
  if (!URL.canParse(url)) throw new FetchUrlFailure('invalid', { host: null });
  const { host, protocol, username, password } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') throw new FetchUrlFailure('scheme', { host });
  if (username !== '' || password !== '') throw new FetchUrlFailure('password', { host });
  const response = await fetch(url, { credentials: 'omit', referrerPolicy: 'no-referrer', signal }).catch(
    (error: unknown) => {
      throw signal.aborted ? error : new FetchUrlFailure('not_readable', { host }, error);
    },
  );
  const type = response.headers.get('content-type');
  const problem = !response.ok ? 'status' : /^(?:text\/html|application\/xhtml)/i.test(type ?? '') ? 'web_page' : null;
  if (problem !== null) {
    await response.body?.cancel();
    throw new FetchUrlFailure(problem, { host, status: response.status });
  }
  return readWhole(response, { url, type, disposition: null, signal });
}

async function readWhole(
  response: Response,
  {
    url,
    type,
    disposition,
    signal,
  }: { url: string; type: string | null; disposition: string | null; signal: AbortSignal },
): Promise<FetchedUrl> {
  try {
    const content = await response.blob();
    return { content, type: type?.split(';')[0]?.trim().toLowerCase() ?? '', disposition };
  } catch (error) {
    throw signal.aborted ? error : new FetchUrlFailure('broken', { host: new URL(url).host }, error);
  }
}
