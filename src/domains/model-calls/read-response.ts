import { readResponseHeaders } from '@contract/router/headers';
import { parseJson } from '@contract/json/lossless';
import type { FieldError } from '@contract/router/validation-error';
import { readFieldErrors, readRouterError } from '@/api/error-body';
import { t } from '@/lib/i18n/messages';
import { readQueuedRequest } from './queued-request';
import type { SendOutcome } from './run-machine';
import type { CommittedSpend, RunFailure, RunRecord } from './run-record';

export interface SentRun {
  outcome: SendOutcome;
  result?: Blob;
}

/** Reads the outcome of a response that contains a result, an error or a queue status. */
export async function readResponse(
  { status, headers, body }: { status: number; headers: Headers; body: Blob },
  run: Pick<RunRecord, 'sentAt' | 'createdAt'>,
): Promise<SentRun> {
  const now = Date.now();
  const details = readResponseHeaders(headers);
  const spend: CommittedSpend | null = details.spend && { ...details.spend, at: now };
  if (status < 200 || status > 299) {
    const failure = readFailure(status, headers, await body.text(), now);
    return { outcome: { kind: 'failure', failure, retryAfterS: details.retryAfterS, spend } };
  }
  if (isCutInHead(body.size, headers)) {
    return { outcome: lost(t('The connection broke before the response was complete.')) };
  }
  const queued = await readQueuedRequest(status, body);
  if (queued) {
    const failure = readFailure(status, headers, await body.text(), now);
    return { outcome: { kind: 'queued', queued, failure, spend } };
  }
  const response = {
    status,
    receivedAt: now,
    durationMs: details.callMs ?? now - (run.sentAt ?? run.createdAt),
    contentType: headers.get('content-type') ?? '',
    sizeBytes: body.size,
    isKept: true,
    requestId: details.requestId,
    isReplayed: details.isReplayed,
    creditsUsed: details.creditsUsed,
    headers: [...headers],
  };
  return { outcome: { kind: 'result', answer: response, spend }, result: body };
}

const MAX_BODY_CHARS = 200_000;

/** Returns an error response as run records store it. */
export function readFailure(status: number, headers: Headers, bodyText: string, at: number): RunFailure {
  const error = readRouterError(headers, bodyText);
  return {
    at,
    status,
    rawBucket: error.errorType,
    detail: error.detail,
    requestId: error.requestId,
    isReplayed: error.isReplayed,
    upstreamStatus: error.upstreamStatus,
    upstreamDetail: error.upstreamDetail,
    refusalSubject: error.refusalSubject,
    callOutcome: error.callOutcome,
    headers: [...headers],
    bodyText: bodyText.slice(0, MAX_BODY_CHARS),
    ...(bodyText.length > MAX_BODY_CHARS
      ? { faults: fieldErrorsIn(bodyText, (text): unknown => JSON.parse(text)) }
      : {}),
  };
}

const read = new WeakMap<RunFailure, readonly FieldError[]>();

/** Returns the errors of a `422` with every digit, one per invalid field; otherwise none. Reads the body once for all components. */
export function fieldErrorsOf(failure: RunFailure): readonly FieldError[] {
  const known = read.get(failure);
  if (known) return known;
  const inBody = fieldErrorsIn(failure.bodyText, parseJson);
  const errors = inBody.length > 0 ? inBody : (failure.faults ?? []);
  read.set(failure, errors);
  return errors;
}

function fieldErrorsIn(bodyText: string, parse: (text: string) => unknown): readonly FieldError[] {
  try {
    return readFieldErrors(parse(bodyText));
  } catch {
    return [];
  }
}

/** Returns the outcome of a request without a response. @param status of a request that is not sent */
export function lost(detail: string, status = 0): SendOutcome {
  const failure: RunFailure = {
    at: Date.now(),
    status,
    rawBucket: null,
    detail,
    requestId: null,
    isReplayed: false,
    upstreamStatus: null,
    upstreamDetail: null,
    refusalSubject: null,
    headers: [],
    bodyText: '',
  };
  return { kind: 'failure', failure, retryAfterS: null, spend: null };
}

/**
 * Browsers treat a response whose headers are cut off as complete and without a body. An empty body is only valid if the response
 * declares it; otherwise the call is retried with the same idempotency key.
 */
export function isCutInHead(sizeBytes: number, headers: Pick<Headers, 'get'>): boolean {
  return sizeBytes === 0 && headers.get('content-length')?.trim() !== '0';
}
