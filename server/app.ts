import { Hono } from 'hono';
import type { AppDeps } from './deps';
import { checkHost, checkOrigin, ownOrigin } from './http/access';
import { mountOperations } from './http/adapter';
import type { AppEnv } from './http/env';
import type { OperationHandlers } from './http/operation';
import { notFound, problemOf, problemResponse } from './http/problem-response';

export interface App {
  fetch(request: Request): Promise<Response>;
  /** Takes up unfinished jobs and starts the sweeps. Requests are answered before, but nothing runs. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** The local gateway without its host: Node, tests and the browser all mount this one (design 2). */
export function createApp(deps: AppDeps, handlers: Partial<OperationHandlers> = {}): App {
  const app = new Hono<AppEnv>();

  app.use(async (c, next) => {
    const requestId = deps.newId();
    const url = new URL(c.req.url);
    c.set('requestId', requestId);
    c.set('caller', { owner: 'local' });
    c.set('hasCredential', true);
    c.set('origin', ownOrigin(url, deps));
    checkHost(url, deps);
    checkOrigin(c.req.raw, url, deps);
    await next();
    c.res.headers.set('x-request-id', requestId);
  });
  mountOperations(
    app,
    { ...handlers, getHealth: () => Response.json({ status: 'healthy', upstream: deps.engine.health().label }) },
    deps,
  );
  app.notFound(() => problemResponse(notFound()));
  app.onError((error, c) => problemResponse(problemOf(error, deps.log, { requestId: c.get('requestId') })));

  return {
    fetch: async (request) => app.fetch(request),
    start: async () => {},
    close: async () => {
      await deps.engine.close();
      deps.store.close();
    },
  };
}
