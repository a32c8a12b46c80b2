/** How a call stands at a router that took it into its queue, in place of a result (docs/api-notes.md, Queued delivery). */
export interface QueuedRequest {
  /** Not the id of the answer that told it. */
  requestId: string;
  status: (typeof QUEUE_STATUSES)[number];
  /** Null where it was not told. */
  position: number | null;
  /** Of a completed one that failed or was canceled; an open word. */
  errorType: string | null;
}

const QUEUE_STATUSES = ['IN_QUEUE', 'IN_PROGRESS', 'COMPLETED'] as const;

/** Status bodies are short; whatever is longer is a result. */
const MAX_BODY_BYTES = 64 * 1024;

/**
 * Only of a 201 or a 202: a native result is a 200, whatever words it has for itself. Null where the answer is none of it.
 */
export async function readQueuedRequest(status: number, body: Blob): Promise<QueuedRequest | null> {
  if ((status !== 201 && status !== 202) || body.size > MAX_BODY_BYTES) return null;
  const told = membersOf(await body.text());
  const stands = QUEUE_STATUSES.find((known) => known === told['status']);
  const { request_id: requestId, queue_position: position, error_type: errorType } = told;
  if (stands === undefined || typeof requestId !== 'string' || requestId === '') return null;
  return {
    requestId,
    status: stands,
    position: typeof position === 'number' && position >= 0 ? position : null,
    errorType: typeof errorType === 'string' && errorType !== '' ? errorType : null,
  };
}

function membersOf(text: string): Partial<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
