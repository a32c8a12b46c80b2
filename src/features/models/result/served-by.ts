import { readResponseHeaders } from '@contract/router/headers';
import type { RunResponse } from '@/domains/model-calls/run-record';

/** Details of newer routers on who ran a call (docs/api-notes.md, Response headers of the router). */
export interface ServedBy {
  /** Provider that differs from the one in the model id; `null` if that one ran the model, or if none was reported. */
  provider: string | null;
  /** Inputs that were not passed on, as named by the router. */
  dropped: readonly string[];
}

export function servedBy({ headers }: Pick<RunResponse, 'headers'>, modelId: string): ServedBy {
  const { fallbackProvider, droppedParams } = readResponseHeaders(
    new Headers(headers.map(([name, value]) => [name, value])),
  );
  const owner = modelId.split('/')[0];
  const provider = fallbackProvider?.trim() ?? '';
  return {
    provider: provider === '' || provider.toLowerCase() === owner ? null : provider,
    dropped: namesIn(droppedParams),
  };
}

function namesIn(text: string | null): string[] {
  try {
    const names: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string' && name !== '') : [];
  } catch {
    return [];
  }
}
