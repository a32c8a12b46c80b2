/** Status of a call that the router queued instead of returning a result (docs/api-notes.md, Queued delivery). */
export interface QueuedRequest {
  /** Id of the queued request, not of the HTTP response. */
  requestId: string;
  status: (typeof QUEUE_STATUSES)[number];
  /** `null` if not reported. */
  position: number | null;
  /** Error type of a completed request that failed or was canceled; an open set of values. */
  errorType: string | null;
}

const QUEUE_STATUSES = ['IN_QUEUE', 'IN_PROGRESS', 'COMPLETED'] as const;

/** Status bodies are short; a longer body is a result. */
const MAX_BODY_BYTES = 64 * 1024;

/**
 * Reads the status from a 201 or 202 response; a 200 is a native result, whatever its body contains. Returns `null` for any other
 * response.
 */
export async function readQueuedRequest(status: number, body: Blob): Promise<QueuedRequest | null> {
  if ((status !== 201 && status !== 202) || body.size > MAX_BODY_BYTES) return null;
  const reported = propertiesOf(await body.text());
  const stands = QUEUE_STATUSES.find((known) => known === reported['status']);
  const { request_id: requestId, queue_position: position, error_type: errorType } = reported;
  if (stands === undefined || typeof requestId !== 'string' || requestId === '') return null;
  return {
    requestId,
    status: stands,
    position: typeof position === 'number' && position >= 0 ? position : null,
    errorType: typeof errorType === 'string' && errorType !== '' ? errorType : null,
  };
}

function propertiesOf(text: string): Partial<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
