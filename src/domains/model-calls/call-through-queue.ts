import { modelRequestsPath } from '@contract/router/model-id';
import { credentialOf } from '@/api/credentials';
import { findSurface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { sendQueued } from './queued-call';
import { lost, type SentRun } from './read-response';
import type { RunRecord, RunStage } from './run-record';

/** Request ids of submitted runs: after a lost response the input need not be sent again. */
const requestIds = new Map<string, string>();

/** Sends a run once through the queue of its router. */
export async function callThroughQueue(
  run: RunRecord,
  bodyText: string,
  { signal, onStage }: { signal: AbortSignal; onStage: (stage: RunStage) => void },
): Promise<SentRun> {
  const surface = findSurface(run.surfaceId);
  if (!surface || surface.routerBaseUrl === null) return { outcome: lost(t('This server is no longer configured.')) };
  const requestsUrl = surface.routerBaseUrl + modelRequestsPath(run.modelId);
  const { mode, headers } = credentialOf(surface, requestsUrl);
  return sendQueued(run, bodyText, {
    requestsUrl,
    fetch: (url, init) => fetch(url, { ...init, credentials: mode, headers: { ...headers, ...init.headers } }),
    pause,
    requestId: requestIds.get(run.id) ?? null,
    onRequest: (requestId) => requestIds.set(run.id, requestId),
    onStage,
    signal,
  });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}
