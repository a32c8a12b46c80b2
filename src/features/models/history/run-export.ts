import { parseJson, stringifyJson, LosslessNumber, type JsonObject, type JsonValue } from '@contract/json/lossless';
import type { RunRecord } from '@/api/runs/run-record';

/** Beside the record, each as text; null where it is not kept, is no JSON or too long. */
export interface ExportedRun {
  run: RunRecord;
  bodyText: string | null;
  resultText: string | null;
}

const SECRET_NAME = /^(?:.*api_?-?key|.*secret.*|.*password.*|authorization|.*access_?token|bearer|credentials?)$/i;
const SIGNED = /(?:signature|sig|token|credential|security-token|x-amz-[a-z-]+|x-goog-[a-z-]+)=/i;

/**
 * Runs as JSON for another program or another person. Neither keys of calls nor anything that lets somebody in: what
 * looks like a credential is left out, and signed links lose their signature.
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
    return withoutSecrets(parseJson(text));
  } catch {
    return null;
  }
}

/** Exported for its tests. */
export function withoutSecrets(value: JsonValue, name = ''): JsonValue {
  if (typeof value === 'string') {
    if (SECRET_NAME.test(name)) return '(left out)';
    return /^https?:\/\//i.test(value) && SIGNED.test(value) ? `${value.split('?')[0]}?(signature left out)` : value;
  }
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, name));
  if (value === null || typeof value !== 'object' || value instanceof LosslessNumber) return value;
  return Object.fromEntries(Object.entries(value).map(([member, item]) => [member, withoutSecrets(item, member)]));
}
