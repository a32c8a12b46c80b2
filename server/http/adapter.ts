import type { Hono } from 'hono';
import { findViolation, type ResponseRules } from '@contract/response-rules';
import type { Logger } from '../log';
import type { AppEnv } from './env';
import type { OperationContext, OperationHandler } from './operation';
import { ownKeys } from '@contract/typed-objects';
import { errorResponse, type Envelope, type ErrorType, type HttpError } from './http-error';
import { notFound, unlessAborted } from './job-api-error';

/** The operations of one API, with its rules for callers and its form of errors. */
export interface OperationSet<Id extends string, Type extends ErrorType> {
  handlers: Readonly<Record<Id, OperationHandler>>;
  /** Returns the operation's row in the table and the rules for its responses. */
  rules: (id: Id) => ResponseRules;
  /**
   * Returns true if the request has a credential; `false` only if the operation verifies a signature itself.
   * @throws HttpError for callers without permission
   */
  admit: (request: Request, rules: ResponseRules, owner: string) => boolean;
  /** Converts a thrown value into an error of the API's vocabulary. */
  toError: (thrown: unknown, id: Id, fields: Record<string, unknown>) => HttpError<Type>;
  envelope: Envelope<Type>;
}

export interface AdapterDeps {
  log: Logger;
  /** Validates every response against the contract and turns a violation into a 500. For development and tests. */
  validateResponses?: boolean;
}

/** Our own response violates the contract: a bug, never the caller's fault. */
class ContractViolation extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ContractViolation';
  }
}

/** Mounts the operations of an API on their routes. */
export function mountOperations<Id extends string, Type extends ErrorType>(
  app: Hono<AppEnv>,
  set: OperationSet<Id, Type>,
  deps: AdapterDeps,
): void {
  for (const id of ownKeys(set.handlers)) mountOperation(app, set, id, deps);
}

function mountOperation<Id extends string, Type extends ErrorType>(
  app: Hono<AppEnv>,
  set: OperationSet<Id, Type>,
  id: Id,
  { log, validateResponses: checkResponses }: AdapterDeps,
): void {
  const rules = set.rules(id);
  const { method, path } = rules.operation;
  const handler = set.handlers[id];
  // Hono has no HEAD routes: it runs the GET route and drops the body. So a HEAD operation is a GET route that responds to HEAD
  // only. `/jobs/{id}` of the table becomes `/jobs/:id`.
  app.on(method === 'HEAD' ? 'GET' : method, path.replace(/\{(\w+)\}/g, ':$1'), async (c) => {
    const request = c.req.raw;
    const requestId = c.get('requestId');
    const caller = c.get('caller');
    const fields = { requestId, operation: id };
    const rejection = (thrown: unknown) => errorResponse(set.toError(thrown, id, fields), set.envelope);
    let response: Response;
    try {
      const context: OperationContext = {
        request,
        params: c.req.param(),
        query: new URL(request.url).searchParams,
        caller,
        hasCredential: set.admit(request, rules, caller.owner),
        origin: c.get('origin'),
        requestId,
        passOn: () => c.set('isPassedOn', true),
      };
      if (method === 'HEAD' && request.method !== 'HEAD') throw notFound();
      response = await handler(context);
    } catch (error) {
      response = rejection(unlessAborted(error, request, log, fields));
    }
    // A client that has disconnected gets no response.
    if (!checkResponses || request.signal.aborted) return response;
    const violation = await findViolation(rules, response);
    if (violation === null) return response;
    await response.body?.cancel();
    return rejection(new ContractViolation(`${method} ${path} ${response.status} ${violation}`));
  });
}
