import { COLLECT, readResponseHeaders } from '@contract/router/headers';
import type { RequestStatus } from '@contract/router/queue-schemas';
import { t } from '@/lib/i18n/messages';
import { lost, readResponse, type SentRun } from './read-response';
import type { RunRecord, RunStage } from './run-record';
import { fieldsOf } from '@contract/typed-objects';

export interface QueuedCallDeps {
  /** Fetches with the credential of the surface. */
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** URL for submitting calls of the model. */
  requestsUrl: string;
  /** Resolves after the time, or as soon as the signal aborts. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Request id of an earlier send of this run, if this page knows it. */
  requestId: string | null;
  onRequest: (requestId: string) => void;
  onStage: (stage: RunStage) => void;
  signal: AbortSignal;
}

/** The first polls are faster than the server's hint, so that short calls do not seem slow. */
const FIRST_PAUSES_MS = [150, 300, 600];
const DEFAULT_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 30_000;
/** Number of polls after a cancellation request, until the call is assumed to continue. */
const READS_AFTER_CANCEL = 3;

/**
 * Runs one call through the router's queue: submits, polls and fetches the result. No connection stays open while the model runs.
 * The same key yields the same request, so another page, or a second send after a lost response, continues with it.
 */
export async function sendQueued(run: RunRecord, bodyText: string, deps: QueuedCallDeps): Promise<SentRun> {
  try {
    const submitted = deps.requestId ?? (await submit(run, bodyText, deps));
    return typeof submitted === 'string' ? await follow(run, submitted, deps) : submitted;
  } catch {
    return { outcome: lost(t('The connection to the server broke.')) };
  }
}

async function submit(run: RunRecord, body: string, deps: QueuedCallDeps): Promise<string | SentRun> {
  deps.onStage({ name: 'waiting' });
  const headers = {
    'Content-Type': 'application/json',
    'Idempotency-Key': run.key,
    ...(run.collectsOnly ? { [COLLECT]: 'only' } : {}),
  };
  const response = await deps.fetch(deps.requestsUrl, { method: 'POST', headers, body });
  if (response.status !== 201) return readWhole(response, run);
  const { request_id: requestId } = fieldsOf(await response.json());
  if (typeof requestId !== 'string' || requestId === '') {
    return { outcome: lost(t('The server accepted the call but returned no request id.')) };
  }
  deps.onRequest(requestId);
  return requestId;
}

async function follow(run: RunRecord, requestId: string, deps: QueuedCallDeps): Promise<SentRun> {
  const { fetch, signal, pause, onStage } = deps;
  const url = `${deps.requestsUrl}/${encodeURIComponent(requestId)}`;
  let readsAfterCancel: number | null = null;
  for (let reads = 0; ; reads += 1) {
    if (signal.aborted && readsAfterCancel === null) {
      readsAfterCancel = 0;
      await fetch(`${url}/cancel`, { method: 'PUT' });
    }
    const response = await fetch(`${url}/status`, { method: 'GET' });
    if (response.status !== 200) return readWhole(response, run);
    // A malformed body has no known status, and is polled again.
    const status = (await response.json()) as RequestStatus;
    if (status.status === 'COMPLETED') return collect(url, run, deps);
    onStage(stageOf(status));
    if (readsAfterCancel !== null && readsAfterCancel >= READS_AFTER_CANCEL) return { outcome: { kind: 'aborted' } };
    if (readsAfterCancel !== null) readsAfterCancel += 1;
    // An aborted signal would end every further pause at once.
    await pause(pauseMs(reads, response), readsAfterCancel === null ? signal : new AbortController().signal);
  }
}

async function collect(url: string, run: RunRecord, { fetch, onStage }: QueuedCallDeps): Promise<SentRun> {
  const response = await fetch(url, { method: 'GET' });
  const total = Number(response.headers.get('content-length') ?? Number.NaN);
  onStage({ name: 'receiving', receivedBytes: 0, totalBytes: Number.isFinite(total) ? total : null });
  const sent = await readWhole(response, run);
  if (sent.outcome.kind !== 'failure') return sent;
  const { failure } = sent.outcome;
  const costsNothing = failure.callOutcome === 'not_run' || run.isFree;
  if (failure.rawBucket === 'cancelled' && costsNothing) return { outcome: { kind: 'canceled' } };
  // The request is finished: its key returns the same failure again.
  return { outcome: { ...sent.outcome, failure: { ...failure, isFinal: true } } };
}

async function readWhole(response: Response, run: RunRecord): Promise<SentRun> {
  const { status, headers } = response;
  return readResponse({ status, headers, body: await response.blob() }, run);
}

function stageOf({ status, queue_position: position }: RequestStatus): RunStage {
  return status === 'IN_QUEUE' ? { name: 'queued', position: position ?? null } : { name: 'waiting' };
}

function pauseMs(reads: number, { headers }: Response): number {
  const { retryAfterS } = readResponseHeaders(headers);
  const requested = retryAfterS === null || retryAfterS === 0 ? DEFAULT_PAUSE_MS : retryAfterS * 1000;
  return FIRST_PAUSES_MS[reads] ?? Math.min(requested, MAX_PAUSE_MS);
}
