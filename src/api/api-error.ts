import { t } from '@/lib/i18n/messages';
import { readErrorEnvelope } from './error-body';

export type FailureKind =
  /** The surface returned an error response. */
  | 'answered'
  /** No response: the network failed, the gateway is down, or the connection was cut. */
  | 'unreachable'
  /** A response that violates the contract. */
  | 'malformed';

/** The only error class of the API layer, built once at the edge. No code branches on message text (rule J-7.20). */
export class ApiError extends Error {
  readonly kind: FailureKind;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** Code of the envelope; `unreachable`, `malformed` or `http_<status>` if there is none. */
  readonly code: string;
  readonly details: Record<string, unknown> | null;
  readonly requestId: string | null;
  readonly retryAfterS: number | null;

  constructor(init: {
    kind: FailureKind;
    code: string;
    message: string;
    status?: number;
    details?: Record<string, unknown> | null;
    requestId?: string | null;
    retryAfterS?: number | null;
    cause?: unknown;
  }) {
    super(init.message, { cause: init.cause });
    this.name = 'ApiError';
    this.kind = init.kind;
    this.code = init.code;
    this.status = init.status ?? 0;
    this.details = init.details ?? null;
    this.requestId = init.requestId ?? null;
    this.retryAfterS = init.retryAfterS ?? null;
  }
}

export function isApiError(error: unknown): error is ApiError {
  return error instanceof ApiError;
}

/** Returns the message of the API; the fallback for any other error, whose message is not written for users. */
export function apiMessageOf(error: unknown, fallback: string): string {
  return isApiError(error) ? error.message : fallback;
}

/** `Retry-After` in integer seconds; the contract defines no other form. */
export function readRetryAfter(headers: Headers): number | null {
  const value = headers.get('Retry-After');
  return value !== null && /^\d+$/.test(value.trim()) ? Number(value) : null;
}

/** Both spellings of the dialects (docs/api-notes.md, Headers in two spellings). */
export function readRequestId(headers: Headers): string | null {
  return headers.get('X-Service-Request-Id') ?? headers.get('X-Comfy-Request-Id');
}

/** Codes that some surfaces send instead of the contract's code (docs/api-notes.md, Errors of the Job API). */
const CODE_OF: Readonly<Record<string, string>> = { job_not_found: 'not_found', asset_not_found: 'not_found' };
/** Longer texts are HTML pages or dumps. */
const MAX_TEXT_CHARS = 300;

export function errorFromResponse(status: number, headers: Headers, bodyText: string): ApiError {
  const facts = { status, requestId: readRequestId(headers), retryAfterS: readRetryAfter(headers) };
  const envelope = readErrorEnvelope(bodyText);
  if (envelope) {
    const { code, message, details } = envelope;
    return new ApiError({ kind: 'answered', code: CODE_OF[code] ?? code, message, details: details ?? null, ...facts });
  }
  return new ApiError({
    kind: 'answered',
    code: codeWithoutEnvelope(status),
    message: textMessage(status, headers, bodyText),
    ...facts,
  });
}

/** Replaces a missing code: the status may come from a proxy instead of the API. */
export function codeWithoutEnvelope(status: number): string {
  return `http_${status}`;
}

/** Message of an error without the envelope: plain text of some surfaces, and of proxies in between. */
function textMessage(status: number, headers: Headers, bodyText: string): string {
  const text = bodyText.trim();
  const isPlain = headers.get('Content-Type')?.toLowerCase().startsWith('text/plain') === true;
  if (!isPlain || text === '' || text.length > MAX_TEXT_CHARS) {
    return t('The server responded with {status} and no error message.', { status });
  }
  return t('The server responded with {status}: {text}', { status, text });
}

export function unreachableError(cause: unknown): ApiError {
  return new ApiError({
    kind: 'unreachable',
    code: 'unreachable',
    message: t('No response from the server. Is the gateway running?'),
    cause,
  });
}

/** The page has the key of this server, but encrypted, and nothing was sent: treated like the rejection of a missing key. */
export function keyLockedError(): ApiError {
  return new ApiError({
    kind: 'answered',
    code: 'key_locked',
    status: 401,
    message: t('Key locked'),
  });
}

export function isKeyLockedError(error: unknown): boolean {
  return isApiError(error) && error.code === 'key_locked';
}

const SERVER_REMOVED = 'server_removed';

/** The gateway no longer relays to this server, and nothing was sent to it. */
export function serverRemovedError(): ApiError {
  return new ApiError({
    kind: 'unreachable',
    code: SERVER_REMOVED,
    message: t('This server was removed from the settings, so nothing was sent to it. Add it again to continue.'),
  });
}

export function isServerRemoved(error: unknown): boolean {
  return isApiError(error) && error.code === SERVER_REMOVED;
}
