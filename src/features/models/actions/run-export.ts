import { parseJson, stringifyJson, type JsonObject, type JsonValue } from '@contract/json/lossless';
import type { RunRecord } from '@/domains/model-calls/run-record';
import { redactJson } from '@/shared/redact-json';

/** Run record with its input and result as text; `null` if not stored, not JSON or too long. */
export interface ExportedRun {
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
