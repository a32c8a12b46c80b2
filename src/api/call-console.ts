import type { z } from 'zod/mini';
import { CONSOLE_OPERATIONS, type ConsoleBody, type ConsoleOperationId } from '@contract/console/operations';
import type { Operation } from '@contract/operation';
import { fillPath } from '@contract/jobs/links';
import { fetchFromSurface } from './fetch-from-surface';
import type { Surface } from './surface';

export interface ConsoleRequestOptions {
  params?: Readonly<Record<string, string>>;
  query?: URLSearchParams;
  /** Sent as JSON. */
  body?: object;
  signal?: AbortSignal;
}

/**
 * Calls a private operation of a Flowdeck gateway. Links in the response are unchanged; `undefined` if it has no body.
 * @throws ApiError
 */
export async function callConsole<Id extends ConsoleOperationId>(
  surface: Surface,
  id: Id,
  { params, query, body, signal }: ConsoleRequestOptions = {},
): Promise<ConsoleBody<Id>> {
  const operation: Operation = CONSOLE_OPERATIONS[id];
  const text = await fetchFromSurface(surface, consolePath(id, params, query), {
    method: operation.method,
    ...(body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
  const schema: z.ZodMiniType | undefined = operation.responses[200]?.read;
  // The table pairs the schema with the type of the body.
  return (schema && schema.parse(JSON.parse(text))) as ConsoleBody<Id>;
}

export function consolePath(
  id: ConsoleOperationId,
  params: Readonly<Record<string, string>> = {},
  query = new URLSearchParams(),
): string {
  const path = fillPath(CONSOLE_OPERATIONS[id].path, params);
  return query.size > 0 ? `${path}?${query}` : path;
}
