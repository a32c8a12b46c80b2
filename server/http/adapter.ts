import type { Hono } from 'hono';
import { JOB_OPERATIONS, type JobOperationId, type Operation } from '@contract/jobs/operations';
import type { AppDeps } from '../deps';
import { validateResponse, checkProblem } from './validate-response';
import { MAX_JSON_BYTES, MAX_SUBMIT_BYTES, MAX_SUBMIT_VALUES, readText, rejectBody, rejectWorkflowBody } from './body';
import { BodyBudget } from './body-budget';
import type { GateDeps } from './credentials';
import type { AppEnv } from './env';
import { authenticate } from './gate';
import type { OperationContext, OperationHandler, OperationHandlers } from './operation';
import { ApiProblem } from './operation';
import { notFound, problemOf, problemResponse, unlessAborted } from './problem-response';

/** `/jobs/{id}` of the table is `/jobs/:id` to the router. */
function routePath(operation: Operation): string {
  return operation.path.replace(/\{(\w+)\}/g, ':$1');
}

/** Puts operations of the table behind their routes, each with the credential that it demands. */
export function mountOperations(app: Hono<AppEnv>, handlers: Partial<OperationHandlers>, deps: GateDeps): void {
  const budget = new BodyBudget();
  for (const [id, handler] of Object.entries(handlers) as [JobOperationId, OperationHandler][]) {
    mountOperation(app, id, handler, deps, budget);
  }
}

function mountOperation(
  app: Hono<AppEnv>,
  id: JobOperationId,
  handler: OperationHandler,
  deps: GateDeps,
  budget: BodyBudget,
): void {
  const operation: Operation = JOB_OPERATIONS[id];
  // The router knows no HEAD: it takes the GET route and drops the body. So a HEAD operation is a GET route that
  // answers nothing but HEAD.
  const method = operation.method === 'HEAD' ? 'GET' : operation.method;
  app.on(method, routePath(operation), authenticate(deps, { open: operation.open ?? false }), async (c) => {
    const request = c.req.raw;
    if (operation.method === 'HEAD' && request.method !== 'HEAD') throw notFound();
    const requestId = c.get('requestId');
    const share = budget.open();
    const context: OperationContext = {
      request,
      params: c.req.param(),
      query: new URL(request.url).searchParams,
      caller: c.get('caller'),
      hasCredential: c.get('hasCredential'),
      origin: c.get('origin'),
      requestId,
      text: () =>
        id === 'postJobs'
          ? readText(request, { maxBytes: MAX_SUBMIT_BYTES, maxValues: MAX_SUBMIT_VALUES, share }, rejectWorkflowBody)
          : readText(request, { maxBytes: MAX_JSON_BYTES }, rejectBody),
    };
    try {
      return await answer(id, handler, context, deps);
    } finally {
      share.release();
    }
  });
}

async function answer(
  id: JobOperationId,
  handler: OperationHandler,
  context: OperationContext,
  deps: AppDeps,
): Promise<Response> {
  const fields = { requestId: context.requestId, operation: id };
  try {
    const response = await handler(context);
    if (deps.checkAnswers) await validateResponse(JOB_OPERATIONS[id], response);
    return response;
  } catch (error) {
    const thrown = unlessAborted(error, context.request, deps.log, fields);
    if (deps.checkAnswers && thrown instanceof ApiProblem) {
      const violation = checkProblem(id, thrown);
      if (violation) return problemResponse(problemOf(violation, deps.log, fields));
    }
    return problemResponse(problemOf(thrown, deps.log, fields));
  }
}
