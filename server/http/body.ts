import { ApiProblem } from './operation';

/** A workflow with embedded data may be large, but while it is read nobody else is answered: 16 MiB take about a second. */
export const MAX_SUBMIT_BYTES = 16 * 1024 ** 2;
/** Every other JSON body of the API is a handful of short fields. */
export const MAX_JSON_BYTES = 64 * 1024;

export type BodyRefusal = (message: string) => ApiProblem;

/** Job API, design 3 "Bodies": on submit a body that cannot be read is an invalid workflow. */
export const refuseWorkflowBody: BodyRefusal = (message) => new ApiProblem('invalid_workflow', message);
export const refuseBody: BodyRefusal = (message) => new ApiProblem('invalid_request', message);

/**
 * Reads a body as UTF-8 without ever holding more than `maxBytes` of it.
 * @throws what `refuse` makes of a body that is too large, no UTF-8, or ends early.
 */
export async function readText(request: Request, maxBytes: number, refuse: BodyRefusal): Promise<string> {
  const tooLarge = `The body is larger than ${Math.floor(maxBytes / 1024)} KiB`;
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) {
    await request.body?.cancel();
    throw refuse(tooLarge);
  }
  if (!request.body) return '';
  const reader = request.body.getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const parts: string[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      if (request.signal.aborted) throw error;
      throw refuse('The body ended before it was complete');
    });
    if (done) break;
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      throw refuse(tooLarge);
    }
    parts.push(decode(() => decoder.decode(value, { stream: true }), refuse));
  }
  parts.push(decode(() => decoder.decode(), refuse));
  return parts.join('');
}

function decode(work: () => string, refuse: BodyRefusal): string {
  try {
    return work();
  } catch {
    throw refuse('The body is not UTF-8 text');
  }
}
