import { requireViewAccess } from './entitlements';
import { findModel } from './catalog/find-model';
import type { RouterCall, RouterDeps } from './router-deps';
import { sha256Hex } from './sha256';

const CACHE_CONTROL = 'private, max-age=300, must-revalidate';

/** `GET /v2/models/{provider}/{model}/openapi.json`, Model Router 4. */
export async function getModelSchema(call: RouterCall, deps: RouterDeps): Promise<Response> {
  const { id, model } = findModel(call, deps);
  requireViewAccess(deps.entitlements, call.caller.owner, id);
  const bytes = new TextEncoder().encode(await model.document());
  const etag = `"${(await sha256Hex(bytes)).slice(0, 32)}"`;
  const headers = { etag, 'cache-control': CACHE_CONTROL };
  if (matches(call.request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers });
  return new Response(bytes, { headers: { ...headers, 'content-type': 'application/json' } });
}

/** Evaluates `If-None-Match` (RFC 9110, 13.1.2): weak comparison; `*` matches any. */
function matches(given: string | null, etag: string): boolean {
  if (given === null) return false;
  if (given.trim() === '*') return true;
  return [...given.matchAll(/(?:W\/)?("[^"]*")/g)].some(([, tag]) => tag === etag);
}
