import type { RouterPrefix } from '@contract/router/operations';
import { DEFAULT_PAGE_LIMIT, MAX_PAGE_LIMIT, type ModelPage, type ModelDetail } from '@contract/router/schemas';
import { entryOf, type CatalogBuild } from './catalog/catalog';
import { readCursor, writeCursor } from './catalog/catalog-cursor';
import type { RouterCall, RouterDeps } from './router-deps';
import { routerError } from './router-error';
import { modelSchemaPath } from '@contract/router/model-id';
import { requireViewAccess } from './entitlements';
import { findModel } from './catalog/find-model';
import { sha256Hex } from './sha256';

/** `GET /v2/models`, Model Router 4. */
export function listModels({ query, prefix, caller }: RouterCall, deps: RouterDeps): Response {
  const limit = readLimit(query, prefix);
  const build = deps.catalog.current();
  const cursor = single(query, 'cursor');
  const from = cursor === null ? 0 : readCursor(cursor, build.name, deps.sign);
  const page: ModelPage = { data: [], has_more: false, limit };
  let position = from;
  for (; position < build.ids.length && page.data.length < limit; position += 1) {
    const model = build.models.get(build.ids[position] ?? '');
    const entry = model && entryOf(model);
    if (entry && deps.entitlements.maySee(caller.owner, entry.id)) page.data.push(entry);
  }
  if (position < build.ids.length) {
    page.has_more = true;
    page.next_cursor = writeCursor(build.name, position, deps.sign);
  }
  const etag = catalogTag(build, caller.owner, deps);
  // Never responds 304: the list operation defines 200 and errors only.
  return Response.json(page, { headers: { 'cache-control': 'no-store', etag } });
}

/**
 * Returns the entity tag of the whole catalog, equal on all pages. A client with a cached catalog needs only the first page
 * to see whether it is current.
 */
function catalogTag(build: CatalogBuild, owner: string, { entitlements, sign }: RouterDeps): string {
  const seen = build.ids.filter((id) => entitlements.maySee(owner, id));
  return `"${sign(['catalog as it is seen', build.name, ...seen].join('\n')).slice(0, 32)}"`;
}

/** Reads `limit`, clamped to the maximum. On the `v1` prefix, values below 1 mean the default (Model Router 4 and 9). */
function readLimit(query: URLSearchParams, prefix: RouterPrefix): number {
  const text = single(query, 'limit');
  if (text === null) return DEFAULT_PAGE_LIMIT;
  if (!/^[+-]?\d{1,300}$/.test(text)) throw routerError('invalid_input', 'limit must be a whole number');
  const limit = Number(text);
  if (limit >= 1) return Math.min(limit, MAX_PAGE_LIMIT);
  if (prefix === 'v1') return DEFAULT_PAGE_LIMIT;
  throw routerError('invalid_input', `limit must be a whole number from 1 to ${MAX_PAGE_LIMIT}`);
}

function single(query: URLSearchParams, name: string): string | null {
  const values = query.getAll(name);
  if (values.length > 1) throw routerError('invalid_input', `${name} is given more than once`);
  return values[0] ?? null;
}

/** `GET /v2/models/{provider}/{model}`, Model Router 4. */
export function getModel(call: RouterCall, deps: RouterDeps): Response {
  const { id, model } = findModel(call, deps);
  requireViewAccess(deps.entitlements, call.caller.owner, id);
  const detail: ModelDetail = {
    ...entryOf(model),
    // On loopback this is an http URL, which browsers treat as secure; with --public-url it is https.
    ...(model.inputSchemaAuthored ? { input_schema_url: call.origin + modelSchemaPath(id) } : {}),
  };
  return Response.json(detail, { headers: { 'cache-control': 'no-store' } });
}

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
