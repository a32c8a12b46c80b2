import type { ReadBucket } from '@contract/router/errors';
import type { Hono } from 'hono';
import { API_KEY } from '@contract/router/headers';
import { OPERATIONS_OF, type RouterOperationId, type RouterPrefix } from '@contract/router/operations';
import { routerResponseRules } from '@contract/router/response-rules';
import { mountOperations, type OperationSet } from '../http/adapter';
import { requireCredential, isToken } from '../http/credentials';
import type { OperationHandler } from '../http/operation';
import type { AppEnv } from '../http/env';
import { jobApiError } from '../http/job-api-error';
import { cancelRequest, getRequestResult, getRequestStatus, submitModel } from './queue-operations';
import { requireEnabled } from './entitlements';
import { getModel, getModelSchema, listModels } from './catalog-operations';
import type { RouterDeps, RouterHandler } from './router-deps';
import { prefixOf, routerEnvelope, toRouterError, toV1Error, unknownModel } from './router-error';
import { routerDocument } from './router-openapi';
import { runModel } from './run-model';

const HANDLERS: Readonly<Record<RouterOperationId, RouterHandler>> = {
  listModels,
  getModel,
  runModel,
  getModelSchema,
  submitModel,
  getRequestStatus,
  getRequestResult,
  cancelRequest,
};

/** Operations with model input. On the v1 prefix they reject input with a 422 only. */
const TAKES_INPUT: ReadonlySet<RouterOperationId> = new Set(['runModel', 'submitModel']);

/** Mounts both prefixes of the Model Router (sections 4 and 9) and handlers for all other paths below them. */
export function mountRouter(app: Hono<AppEnv>, deps: RouterDeps): void {
  for (const prefix of ['v1', 'v2'] as const) mountOperations(app, operationSet(prefix, deps), deps);
  app.get('/v2/openapi.json', (c) => {
    admitCaller(c.req.raw, c.get('caller').owner, deps);
    return c.json(routerDocument(c.get('origin')));
  });
  for (const path of ['/v2/*', '/v1/*']) {
    app.all(path, (c) => {
      admitCaller(c.req.raw, c.get('caller').owner, deps);
      throw unknownModel('There is nothing at this URL');
    });
  }
}

function operationSet(prefix: RouterPrefix, deps: RouterDeps): OperationSet<RouterOperationId, ReadBucket> {
  const bound = Object.entries(HANDLERS).map(([id, handler]): [string, OperationHandler] => [
    id,
    (context) => handler({ ...context, prefix }, deps),
  ]);
  return {
    // The names are those of `HANDLERS`.
    handlers: Object.fromEntries(bound) as Record<RouterOperationId, OperationHandler>,
    rules: (id) => routerResponseRules(prefix, id),
    admit: (request, _rules, owner) => admitCaller(request, owner, deps),
    toError: (thrown, id, fields) => {
      const { errors, alsoErrors } = OPERATIONS_OF[prefix][id];
      const unexpected = 500 in { ...errors, ...alsoErrors } ? 'internal_error' : 'service_unavailable';
      const error = toRouterError(thrown, deps.log, fields, unexpected);
      return prefix === 'v1' && TAKES_INPUT.has(id) ? toV1Error(error) : error;
    },
    envelope: routerEnvelope,
  };
}

/** Authenticates the caller (Model Router 5). */
function admitCaller(request: Request, owner: string, deps: RouterDeps): boolean {
  // The v1 prefix accepts bearer tokens only (section 9).
  const apiKey = prefixOf(new URL(request.url).pathname) === 'v2' ? request.headers.get(API_KEY) : null;
  if (apiKey === null) requireCredential(request, deps);
  else if (!isToken(apiKey, request, deps)) throw jobApiError('unauthorized', 'Invalid API key');
  requireEnabled(deps.entitlements, owner);
  return true;
}
