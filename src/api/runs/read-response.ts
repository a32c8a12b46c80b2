import { readResponseHeaders } from '@contract/router/headers';
import { isCutInHead } from './cut-response';
import { readQueuedRequest } from './queued-request';
import { readFailure } from './read-failure';
import type { SendOutcome } from './run-machine';
import type { CommittedSpend, RunFailure, RunRecord } from './run-record';

export interface SentRun {
  outcome: SendOutcome;
  /** The bytes of a result. */
  result?: Blob;
}

/** The outcome of a response that holds a result, a rejection or a place in a queue. */
export async function readResponse(
  { status, headers, body }: { status: number; headers: Headers; body: Blob },
  run: Pick<RunRecord, 'sentAt' | 'createdAt'>,
): Promise<SentRun> {
  const now = Date.now();
  const facts = readResponseHeaders(headers);
  const spend: CommittedSpend | null = facts.spend && { ...facts.spend, at: now };
  if (status < 200 || status > 299) {
    const failure = readFailure(status, headers, await body.text(), now);
    return { outcome: { kind: 'failure', failure, retryAfterS: facts.retryAfterS, spend } };
  }
  if (isCutInHead(body.size, headers)) {
    return { outcome: lost('The connection broke before the response was complete.') };
  }
  const queued = await readQueuedRequest(status, body);
  if (queued) {
    const failure = readFailure(status, headers, await body.text(), now);
    return { outcome: { kind: 'queued', queued, failure, spend } };
  }
  const answer = {
    status,
    receivedAt: now,
    durationMs: facts.callMs ?? now - (run.sentAt ?? run.createdAt),
    contentType: headers.get('content-type') ?? '',
    sizeBytes: body.size,
    isKept: true,
    requestId: facts.requestId,
    isReplayed: facts.isReplayed,
    creditsUsed: facts.creditsUsed,
    headers: [...headers],
  };
  return { outcome: { kind: 'result', answer, spend }, result: body };
}

/** The outcome of a request without a response. */
export function lost(detail: string): SendOutcome {
  const failure: RunFailure = {
    at: Date.now(),
    status: 0,
    rawBucket: null,
    detail,
    faults: [],
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
