import type { JobError } from '@contract/jobs/schemas';
import { isRecord } from '../client/frames';
import { reportedOutputs, type ReportedOutput } from './reported-outputs';

/** Outcome of a finished run from `/history/{id}`. */
export interface HistoryEntry {
  end: 'succeeded' | 'interrupted' | 'failed';
  error: JobError | null;
  cached: string[];
  outputs: ReportedOutput[];
}

/** Returns `null` if the history has no entry for this prompt. */
export function readHistory(response: unknown, promptId: string): HistoryEntry | null {
  const entry = isRecord(response) ? response[promptId] : undefined;
  if (!isRecord(entry)) return null;
  const status = isRecord(entry['status']) ? entry['status'] : {};
  const messages = new Map<string, Record<string, unknown>>();
  for (const message of Array.isArray(status['messages']) ? status['messages'] : []) {
    if (!Array.isArray(message) || typeof message[0] !== 'string') continue;
    messages.set(message[0], isRecord(message[1]) ? message[1] : {});
  }
  const cached = messages.get('execution_cached')?.['nodes'];
  return {
    ...readEnd(messages, status['status_str']),
    cached: Array.isArray(cached) ? cached.map(String) : [],
    outputs: readOutputs(entry),
  };
}

/**
 * The messages take precedence: nodes set `status_str`, which survives from the previous run, so it can say "success" for a run
 * that failed before its first node.
 */
function readEnd(
  messages: ReadonlyMap<string, Record<string, unknown>>,
  statusText: unknown,
): Pick<HistoryEntry, 'end' | 'error'> {
  if (messages.has('execution_interrupted')) return { end: 'interrupted', error: null };
  if (messages.has('execution_success')) return { end: 'succeeded', error: null };
  const error = messages.get('execution_error');
  if (!error && statusText === 'success') return { end: 'succeeded', error: null };
  return { end: 'failed', error: executionError(error ?? {}) };
}

/** Converts the data of an `execution_error` to the error of the job. */
export function executionError(data: Record<string, unknown>): JobError {
  const type = textOf(data['exception_type']);
  const message = textOf(data['exception_message'])?.trim();
  const traceback = Array.isArray(data['traceback'])
    ? data['traceback'].map(String).join('')
    : textOf(data['traceback']);
  const last = type === null ? null : `${type}: ${message ?? ''}`;
  return {
    code: 'node_execution_error',
    message: message || type || 'ComfyUI ended this run with an error that it does not explain',
    node_id: textOf(data['node_id']),
    class_type: textOf(data['node_type']),
    // ComfyUI omits the last line, which users look for first.
    traceback: traceback ? `Traceback (most recent call last):\n${traceback.trimEnd()}\n${last ?? ''}`.trimEnd() : null,
  };
}

function readOutputs(entry: Record<string, unknown>): ReportedOutput[] {
  const outputs = isRecord(entry['outputs']) ? entry['outputs'] : {};
  const meta = isRecord(entry['meta']) ? entry['meta'] : {};
  return Object.entries(outputs).flatMap(([id, output]) => {
    const about = meta[id];
    const shown = isRecord(about) && typeof about['display_node'] === 'string' ? about['display_node'] : id;
    return reportedOutputs({ nodeId: shown, ranAs: id }, output);
  });
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
