import { expect, vi } from 'vitest';
import { isActiveRun, type RunResponse, type RunRecord } from '@/domains/model-calls/run-record';
import { durableRuns } from '@/domains/model-calls/run-journal';
import { actOnRun } from '@/domains/model-calls/runs';
import { showRun, useRunsView } from '@/domains/model-calls/runs-store';

/** Runs of models as this browser keeps them. */

export function makeResponse(more: Partial<RunResponse> = {}): RunResponse {
  return {
    status: 200,
    receivedAt: Date.now(),
    durationMs: 3400,
    contentType: 'application/json',
    sizeBytes: 0,
    isKept: true,
    requestId: 'req_01HZXV3K7Q9QF',
    isReplayed: false,
    creditsUsed: null,
    headers: [['content-type', 'application/json']],
    ...more,
  };
}

export function makeRun(more: Partial<RunRecord> = {}): RunRecord {
  return {
    id: crypto.randomUUID(),
    surfaceId: 'local',
    modelId: 'bfl/flux-2-pro',
    key: crypto.randomUUID(),
    createdAt: Date.now(),
    bodyBytes: 2,
    chargesOnPolicyRejection: 'no',
    firstSentAt: null,
    sentAt: null,
    tries: 0,
    faults: 0,
    mayHaveRun: false,
    state: { name: 'done', answer: makeResponse() },
    spend: null,
    isPinned: false,
    isDismissed: false,
    ...more,
  };
}

/** Writes a run that ended well to the disk of this browser, and shows it. */
export async function storeRun(run: RunRecord, bodyText: string, result: Blob): Promise<RunRecord> {
  await durableRuns.add([run], { body: bodyText });
  await durableRuns.write(run, { result });
  showRun(run);
  return run;
}

/** A run that responded with this body. */
export function storeResponse(
  body: BlobPart | object,
  response: Partial<RunResponse> = {},
  more: Partial<RunRecord> = {},
): Promise<RunRecord> {
  const isPart = typeof body === 'string' || body instanceof Blob || ArrayBuffer.isView(body);
  const file = new Blob([isPart ? (body as BlobPart) : JSON.stringify(body)]);
  const state = { name: 'done' as const, answer: makeResponse({ sizeBytes: file.size, ...response }) };
  return storeRun(makeRun({ state, ...more }), '{"prompt":"a harbour at dawn"}', file);
}

/** Specs share one page and one database: what one of them kept or waits for is nothing to the next. */
export async function forgetRuns(): Promise<void> {
  for (const { id } of await activeRuns()) await actOnRun(id, { kind: 'user_stop' });
  await vi.waitFor(async () => expect(await activeRuns()).toEqual([]), { timeout: 15_000 });
  useRunsView.setState({ records: {} });
  await durableRuns.remove((await durableRuns.all()).map(({ id }) => id));
}

async function activeRuns(): Promise<RunRecord[]> {
  return (await durableRuns.all()).filter(isActiveRun);
}
