import type { JobError } from '@contract/jobs/schemas';
import { isRecord } from './frames';
import { reportedOutputs, type ReportedOutput } from './reported-outputs';

/** What `/history/{id}` says of a run that is over. */
export interface HistoryEntry {
  end: 'succeeded' | 'interrupted' | 'failed';
  error: JobError | null;
  cached: string[];
  outputs: ReportedOutput[];
}

/** Null: the server knows of no end of this prompt. */
export function readHistory(answer: unknown, promptId: string): HistoryEntry | null {
  const entry = isRecord(answer) ? answer[promptId] : undefined;
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
 * The messages win: `status_str` says "success" of a run that ended before its first node could fail, as it is set by
 * nodes and survives from the run before.
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

/** The data of an `execution_error` as the error of the job. */
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
    // ComfyUI leaves out the last line, which people look for first.
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
