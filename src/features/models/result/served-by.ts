import { readResponseHeaders } from '@contract/router/headers';
import type { RunResponse } from '@/api/runs/run-record';

/** What newer routers tell of who ran a call (docs/api-notes.md, Response headers of the router). */
export interface ServedBy {
  /** Another provider than that of the model's id; null where that one ran it, or nothing was told. */
  provider: string | null;
  /** Inputs that it did not get, as the router names them. */
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
