import type { Context, Hono } from 'hono';
import { API_KEY } from '@contract/router/headers';
import { OPERATIONS_OF, type RouterOperationId, type RouterPrefix } from '@contract/router/operations';
import { demandCredential, isToken } from '../http/credentials';
import { ApiProblem } from '../http/operation';
import { unlessAborted } from '../http/problem-response';
import type { AppEnv } from '../http/env';
import { cancelRequest } from './cancel-request';
import { demandEnabled } from './entitlements';
import { getModel } from './get-model';
import { getModelSchema } from './get-model-schema';
import { getRequestResult } from './get-request-result';
import { getRequestStatus } from './get-request-status';
import { listModels } from './list-models';
import { validateRouterResponse, checkRouterProblem } from './validate-router-response';
import type { RouterDeps, RouterHandler } from './router-deps';
import { asOfV1, prefixOf, routerProblemOf, routerProblemResponse, unknownModel } from './router-problem';
import { mountRouterOpenapi } from './router-openapi';
import { runModel } from './run-model';
import { submitModel } from './submit-model';

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

/** On the earlier prefix, those that take the input of a model reject it with a 422 only. */
const TAKES_INPUT: ReadonlySet<RouterOperationId> = new Set(['runModel', 'submitModel']);

/** Both prefixes of the Model Router (sections 4 and 9). */
export function mountRouter(app: Hono<AppEnv>, deps: RouterDeps): void {
  app.use('/v2/*', async (c, next) => admitCaller(c, deps, next));
  app.use('/v1/*', async (c, next) => admitCaller(c, deps, next));
  for (const prefix of ['v1', 'v2'] as const) {
    for (const id of Object.keys(HANDLERS) as RouterOperationId[]) mountOperation(app, prefix, id, deps);
  }
  mountRouterOpenapi(app);
  app.all('/v2/*', refuseUnknown);
  app.all('/v1/*', refuseUnknown);
}

function refuseUnknown(): never {
  throw unknownModel('There is nothing at this address');
}

/** Model Router 5. */
async function admitCaller(c: Context<AppEnv>, deps: RouterDeps, next: () => Promise<void>): Promise<void> {
  const request = c.req.raw;
  // The earlier description knows bearers only (section 9).
  const apiKey = prefixOf(c.req.path) === 'v2' ? request.headers.get(API_KEY) : null;
  if (apiKey === null) demandCredential(request, deps);
  else if (!isToken(apiKey, request, deps)) throw new ApiProblem('unauthorized', 'Invalid API key');
  demandEnabled(deps.entitlements, c.get('caller').owner);
  await next();
}

function mountOperation(app: Hono<AppEnv>, prefix: RouterPrefix, id: RouterOperationId, deps: RouterDeps): void {
  const operation = OPERATIONS_OF[prefix][id];
  const unexpected = 500 in { ...operation.errors, ...operation.alsoErrors } ? 'internal_error' : 'service_unavailable';
  app.on(operation.method, operation.path.replace(/\{(\w+)\}/g, ':$1'), async (c) => {
    const request = c.req.raw;
    const requestId = c.get('requestId');
    const fields = { requestId, operation: id };
    // What it has to wait for comes before its provider is called (decision 013).
    if (id === 'runModel') c.set('isPassedOn', true);
    try {
      const call = {
        request,
        prefix,
        params: c.req.param(),
        query: new URL(request.url).searchParams,
        caller: c.get('caller'),
        origin: c.get('origin'),
        requestId,
      };
      const response = await HANDLERS[id](call, deps);
      if (deps.checkAnswers) await validateRouterResponse(operation, response);
      return response;
    } catch (error) {
      const thrown = routerProblemOf(unlessAborted(error, request, deps.log, fields), deps.log, fields, unexpected);
      const problem = prefix === 'v1' && TAKES_INPUT.has(id) ? asOfV1(thrown) : thrown;
      const violation = deps.checkAnswers ? checkRouterProblem(operation, problem) : null;
      return routerProblemResponse(violation ? routerProblemOf(violation, deps.log, fields, unexpected) : problem);
    }
  });
}
