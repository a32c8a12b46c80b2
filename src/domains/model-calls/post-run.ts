import { COLLECT } from '@contract/router/headers';
import { modelPath } from '@contract/router/model-id';
import { credentialOf } from '@/api/credentials';
import { findSurface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { lost, readResponse, type SentRun } from './read-response';
import type { RunRecord, RunStage } from './run-record';

/** Larger bodies start in the stage `sending`, smaller ones in `waiting`. */
const ONE_GO_BYTES = 64 * 1024;

/**
 * Sends a run once. Uses XMLHttpRequest, because fetch does not report upload progress, and because an XHR blob may be stored on
 * disk. There is no timeout: the one response takes as long as the model does, and nothing is polled meanwhile.
 */
export function postRun(
  run: RunRecord,
  bodyText: string,
  { signal, onStage }: { signal: AbortSignal; onStage: (stage: RunStage) => void },
): Promise<SentRun> {
  // Stopped while its start was being stored: an unsent XMLHttpRequest fires no event when it is aborted.
  if (signal.aborted) return Promise.resolve({ outcome: { kind: 'aborted' } });
  const surface = findSurface(run.surfaceId);
  if (!surface || surface.routerBaseUrl === null) {
    return Promise.resolve({ outcome: lost(t('This server is no longer configured.')) });
  }
  const url = surface.routerBaseUrl + modelPath(run.modelId);
  const credential = credentialOf(surface, url);
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    signal.addEventListener('abort', abort, { once: true });
    const reportSent = ({ loaded, total }: { loaded: number; total: number }) =>
      onStage({ name: 'sending', sentBytes: loaded, totalBytes: total });
    request.upload.addEventListener('progress', reportSent);
    request.upload.addEventListener('load', () => onStage({ name: 'waiting' }));
    request.addEventListener('progress', ({ loaded, total, lengthComputable }) =>
      onStage({ name: 'receiving', receivedBytes: loaded, totalBytes: lengthComputable ? total : null }),
    );
    request.addEventListener('loadend', () => {
      signal.removeEventListener('abort', abort);
      resolve(signal.aborted ? { outcome: { kind: 'aborted' } } : readOutput(request, run));
    });
    request.open('POST', url);
    request.responseType = 'blob';
    for (const [name, value] of Object.entries(credential.headers)) request.setRequestHeader(name, value);
    request.setRequestHeader('Content-Type', 'application/json');
    request.setRequestHeader('Accept', 'application/json, */*;q=0.9');
    request.setRequestHeader('Idempotency-Key', run.key);
    if (run.collectsOnly) request.setRequestHeader(COLLECT, 'only');
    if (run.bodyBytes > ONE_GO_BYTES) reportSent({ loaded: 0, total: run.bodyBytes });
    else onStage({ name: 'waiting' });
    request.send(bodyText);
  });
}

function readOutput(request: XMLHttpRequest, run: RunRecord): Promise<SentRun> {
  // Guaranteed by `responseType`.
  const body = request.response as Blob | null;
  if (request.status === 0 || !body) {
    return Promise.resolve({ outcome: lost(t('No response, or the connection was lost.')) });
  }
  return readResponse({ status: request.status, headers: readHeaders(request.getAllResponseHeaders()), body }, run);
}

function readHeaders(text: string): Headers {
  const headers = new Headers();
  for (const line of text.split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
}
