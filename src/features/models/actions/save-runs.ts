import { parseJson, stringifyJson, type JsonObject, type JsonValue } from '@contract/json/lossless';
import type { RunRecord } from '@/domains/model-calls/run-record';
import { readRunBody, readRunResult } from '@/domains/model-calls/runs';
import { formatCount } from '@/lib/format';
import { messageOf } from '@/lib/message-of';
import { saveText } from '@/shared/files/save-text';
import { redactJson } from '@/shared/redact-json';
import { runAction } from '@/shared/feedback/action';

/** Size limit of each input and result; larger ones, such as base64 images, are not human-readable. */
const MAX_PART_BYTES = 1024 * 1024;

/** Downloads runs as a JSON file. */
export async function saveRuns(runs: readonly RunRecord[]): Promise<void> {
  await runAction({
    run: () => exportRuns(runs),
    done: () => ({
      isOfPage: true,
      title: `Exported ${formatCount(runs.length, 'run')}`,
      description: 'Keys, credentials and signatures of links are left out, and so are parts of more than 1 MiB.',
    }),
    failed: (error) => ({ isOfPage: true, title: 'Could not export the runs', description: messageOf(error) }),
  });
}

async function exportRuns(runs: readonly RunRecord[]): Promise<void> {
  const exported: ExportedRun[] = [];
  for (const run of runs) {
    const isShort = run.bodyBytes <= MAX_PART_BYTES;
    const bodyText = isShort ? await readRunBody(run.id).catch(() => null) : null;
    exported.push({ run, bodyText, resultText: await resultText(run) });
  }
  const now = Date.now();
  const name = `flowdeck-runs-${new Date(now).toISOString().slice(0, 10)}.json`;
  saveText(exportText(exported, now), name, 'application/json');
}

async function resultText({ id, state }: RunRecord): Promise<string | null> {
  if (state.name !== 'done' || !state.answer.contentType.includes('json')) return null;
  if (state.answer.sizeBytes > MAX_PART_BYTES) return null;
  const file = await readRunResult(id).catch(() => null);
  return file ? file.text() : null;
}

/** Run record with its input and result as text; `null` if not stored, not JSON or too long. */
interface ExportedRun {
  run: RunRecord;
  bodyText: string | null;
  resultText: string | null;
}

/**
 * Serializes runs as JSON to share with other programs or users. Omits idempotency keys and everything that looks like a
 * credential, and removes signatures from signed URLs.
 */
export function exportText(runs: readonly ExportedRun[], now: number): string {
  return stringifyJson({ exported_at: new Date(now).toISOString(), runs: runs.map(exported) }, 2);
}

function exported({ run, bodyText, resultText }: ExportedRun): JsonObject {
  const { state } = run;
  return {
    model: run.modelId,
    created_at: new Date(run.createdAt).toISOString(),
    state: state.name,
    ...(state.name === 'done'
      ? {
          status: state.answer.status,
          request_id: state.answer.requestId,
          duration_ms: Math.round(state.answer.durationMs),
          replayed: state.answer.isReplayed,
          credits_used: state.answer.creditsUsed,
          content_type: state.answer.contentType,
        }
      : {}),
    ...(state.name === 'failed'
      ? {
          status: state.failure.status,
          request_id: state.failure.requestId,
          error_type: state.failure.rawBucket,
          detail: state.failure.detail,
        }
      : {}),
    input: readOrNull(bodyText),
    output: readOrNull(resultText),
  };
}

function readOrNull(text: string | null): JsonValue {
  if (text === null) return null;
  try {
    return redactJson(parseJson(text));
  } catch {
    return null;
  }
}
