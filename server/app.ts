import { Hono } from 'hono';
import { assetOperations } from './assets/operations';
import { BlobScrub } from './assets/blob-scrub';
import { AssetSweep } from './assets/sweep';
import { JobFeed } from './console/job-feed';
import { mountConsole } from './console/routes';
import { Surfaces } from './console/surfaces/surface-list';
import type { AppDeps } from './deps';
import { acknowledgeWhenSynced } from './http/acknowledge';
import { mountOperations } from './http/adapter';
import type { AppEnv } from './http/env';
import { guard, nameAndLog } from './http/gate';
import { mountOpenapi } from './http/openapi';
import type { OperationHandlers } from './http/operation';
import { notFound, problemOf, problemResponse, unlessAborted } from './http/problem-response';
import { Sessions } from './http/sessions';
import { WrongTokens } from './http/auth-rate-limit';
import { jobOperations } from './jobs/operations';
import { TrashSweep } from './jobs/trash-sweep';
import { Catalog, type CatalogBuild } from './router/catalog';
import { EVERYTHING } from './router/entitlements';
import { ModelCalls } from './router/model-calls';
import { RequestQueue } from './router/request-queue';
import { isRouterPath, routerProblemOf, routerProblemResponse } from './router/router-problem';
import { mountRouter } from './router/routes';

export interface App {
  fetch(request: Request): Promise<Response>;
  /** All models, whoever may see them. */
  readCatalog(): CatalogBuild;
  /** Takes up unfinished jobs and starts the sweeps. Requests are answered before, but nothing runs. */
  start(): Promise<void>;
  /** Ends streams and runs, then the engine and the store. Running jobs stay `running` for the next start. */
  close(): Promise<void>;
}

/** The local gateway without its host, which four mount (docs/architecture.md, One gateway, four hosts). */
export function createApp(deps: AppDeps): App {
  const jobs = jobOperations(deps);
  const feed = new JobFeed({ ...deps, hub: jobs.hub, runner: jobs.runner });
  const handlers: OperationHandlers = {
    ...jobs.handlers,
    ...assetOperations(deps),
    // Open, and asked before anything else works: it looks at nothing that could fail.
    getHealth: () => {
      const problem = deps.storageProblem?.() ?? null;
      const body = problem === null ? { status: 'healthy' } : { status: 'degraded', problem };
      return Response.json(body, { headers: { 'cache-control': 'no-store' } });
    },
  };

  const calls = new ModelCalls(deps);
  const catalog = new Catalog(deps.models, (text) => deps.sign(`build of the catalog\n${text}`));
  const queue = new RequestQueue(deps, calls, catalog);
  const gate = {
    ...deps,
    sessions: new Sessions(deps),
    wrongTokens: new WrongTokens(deps.clock, (address) =>
      deps.log.warn({ address }, 'Many failed authentication attempts from one IP address'),
    ),
  };
  let sweep: AssetSweep | null = null;
  let scrub: BlobScrub | null = null;
  let trash: TrashSweep | null = null;

  const app = new Hono<AppEnv>();
  app.use(nameAndLog(deps));
  app.use(acknowledgeWhenSynced(deps));
  app.use(guard(deps));
  mountOperations(app, handlers, gate);
  mountOpenapi(app, gate);
  mountRouter(app, { ...gate, catalog, calls, queue, entitlements: deps.entitlements ?? EVERYTHING });
  mountConsole(app, gate, feed, jobs.runner, catalog, new Surfaces(deps.surfaces));
  app.notFound(() => problemResponse(notFound()));
  app.onError((error, c) => {
    const fields = { requestId: c.get('requestId') };
    const thrown = unlessAborted(error, c.req.raw, deps.log, fields);
    // Refusals of the gate come before any operation, and each API has its own words for them.
    return isRouterPath(c.req.path)
      ? routerProblemResponse(routerProblemOf(thrown, deps.log, fields))
      : problemResponse(problemOf(thrown, deps.log, fields));
  });

  return {
    fetch: async (request) => {
      jobs.runner.noticeClock();
      return app.fetch(request);
    },
    readCatalog: () => catalog.current(),
    start: async () => {
      await jobs.start();
      // What breaks the rules of its id is refused here, not at the first request.
      catalog.current();
      await calls.start();
      queue.start();
      sweep = new AssetSweep(deps, () => jobs.runner.noticeClock());
      scrub = new BlobScrub(deps);
      trash = new TrashSweep(deps);
    },
    close: async () => {
      feed.close();
      queue.close();
      await calls.close();
      await jobs.close();
      await sweep?.close();
      await scrub?.close();
      await trash?.close();
      await deps.thumbnails?.close();
      await deps.engine.close();
      deps.store.close();
    },
  };
}
