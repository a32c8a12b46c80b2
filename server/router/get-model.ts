import { modelSchemaPath } from '@contract/router/model-id';
import type { ModelDetail } from '@contract/router/schemas';
import { entryOf } from './catalog/catalog';
import { requireViewAccess } from './entitlements';
import { findModel } from './catalog/find-model';
import type { RouterCall, RouterDeps } from './router-deps';

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
