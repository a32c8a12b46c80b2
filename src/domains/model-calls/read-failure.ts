import { readRouterError } from '@/api/error-body';
import type { RunFailure } from './run-record';

/** Maximum stored length of an error body. */
const MAX_BODY_CHARS = 200_000;

/** Returns an error response as run records store it. */
export function readFailure(status: number, headers: Headers, bodyText: string, at: number): RunFailure {
  const error = readRouterError(headers, bodyText);
  return {
    at,
    status,
    rawBucket: error.errorType,
    detail: error.detail,
    faults: error.fieldErrors,
    requestId: error.requestId,
    isReplayed: error.isReplayed,
    upstreamStatus: error.upstreamStatus,
    upstreamDetail: error.upstreamDetail,
    refusalSubject: error.refusalSubject,
    callOutcome: error.callOutcome,
    headers: [...headers],
    bodyText: bodyText.slice(0, MAX_BODY_CHARS),
  };
}
