import type { ErrorCode } from '@contract/jobs/error-codes';
import type { JobOperationId } from '@contract/jobs/operations';
import { jobResponseRules } from '@contract/jobs/response-rules';
import { Hono } from 'hono';
import { assetOperations } from './assets/operations';
import { BlobScrub } from './assets/blob-scrub';
import { StorageLimit } from './assets/storage-limit/storage-limit';
import { AssetSweep } from './assets/sweep';
import { JobFeed } from './console/jobs/job-feed';
import { mountConsole } from './console/operations';
import { mountRelay } from './console/relay/routes';
import { Surfaces } from './console/surfaces/surface-list';
import type { AppDeps } from './deps';
import { acknowledgeWhenSynced } from './http/acknowledge';
import { mountOperations, type OperationSet } from './http/adapter';
import type { AppEnv } from './http/env';
import { admit, guard, nameAndLog } from './http/gate';
import type { OperationHandler } from './http/operation';
import { Sessions } from './http/sessions';
import { FailedAuthLimiter } from './http/auth-rate-limit';
import { errorResponse } from './http/http-error';
import { jobApiEnvelope, notFound, toJobApiError, unlessAborted } from './http/job-api-error';
import { jobDocument } from './jobs/job-openapi';
import { jobOperations } from './jobs/operations';
import { mountMetrics } from './monitoring/metrics-route';
import { storageProblemOf } from './storage/unlisted-files';
import { SearchFieldsReader } from './jobs/search-fields';
import { TrashSweep } from './jobs/trash-sweep';
import { Catalog, type CatalogBuild } from './router/catalog/catalog';
import { EVERYTHING } from './router/entitlements';
import { ModelCalls } from './router/calls/model-calls';
import { RequestQueue } from './router/calls/request-queue';
import { isRouterPath, routerEnvelope, toRouterError } from './router/router-error';
import { mountRouter } from './router/routes';
import { Webhook } from './webhook/webhook';

export interface App {
  fetch(request: Request): Promise<Response>;
  /** All models, regardless of who may see them. */
  readCatalog(): CatalogBuild;
  /** Resumes unfinished jobs and starts the sweeps. Requests are served before that, but no job runs. */
  start(): Promise<void>;
  /** Ends streams and runs, then closes the engine and the store. Running jobs stay `running` for the next start. */
  close(): Promise<void>;
}

/** The local gateway, independent of its host: four hosts mount it (docs/architecture.md, One gateway, four hosts). */
export function createApp(deps: AppDeps): App {
  const jobs = jobOperations(deps);
  const feed = new JobFeed({ ...deps, hub: jobs.hub, runner: jobs.runner });
  const handlers: Record<JobOperationId, OperationHandler> = {
    ...jobs.handlers,
    ...assetOperations(deps),
    // Open, and served before anything else works: it checks nothing that could fail.
    getHealth: () => {
      const problem = storageProblemOf(deps);
      const body = problem === null ? { status: 'healthy' } : { status: 'degraded', problem };
      return Response.json(body, { headers: { 'cache-control': 'no-store' } });
    },
  };

  const webhook = new Webhook(deps);
  const calls = new ModelCalls(deps);
  const catalog = new Catalog(deps.models, (text) => deps.sign(`build of the catalog\n${text}`));
  const queue = new RequestQueue(deps, calls, catalog);
  const gate = {
    ...deps,
    sessions: new Sessions(deps),
    wrongTokens: new FailedAuthLimiter(deps.clock, (url) =>
      deps.log.warn({ address: url }, 'Many failed authentication attempts from one IP address'),
    ),
  };
  const storageLimit = new StorageLimit(deps);
  let sweep: AssetSweep | null = null;
  let scrub: BlobScrub | null = null;
  let trash: TrashSweep | null = null;
  let searchFields: SearchFieldsReader | null = null;

  const app = new Hono<AppEnv>();
  app.use(nameAndLog(deps));
  app.use(acknowledgeWhenSynced(deps));
  app.use(guard(deps));
  const jobApi: OperationSet<JobOperationId, ErrorCode> = {
    handlers,
    rules: jobResponseRules,
    admit: (request, { operation }) => admit(request, gate, operation),
    toError: (thrown, _id, fields) => toJobApiError(thrown, deps.log, fields),
    envelope: jobApiEnvelope,
  };
  mountOperations(app, jobApi, deps);
  app.get('/api/v2/openapi.json', (c) => {
    admit(c.req.raw, gate);
    return c.json(jobDocument(c.get('origin')));
  });
  mountRouter(app, { ...gate, catalog, calls, queue, entitlements: deps.entitlements ?? EVERYTHING });
  const surfaceList = new Surfaces(deps.surfaces);
  mountRelay(app, gate, surfaceList);
  mountConsole(app, { ...gate, feed, runner: jobs.runner, catalog, surfaceList, webhookQueue: webhook, storageLimit });
  if (deps.metrics) mountMetrics(app, deps.metrics, { ...gate, jobs, feed, calls });
  app.notFound(() => errorResponse(notFound(), jobApiEnvelope));
  app.onError((error, c) => {
    const fields = { requestId: c.get('requestId') };
    const thrown = unlessAborted(error, c.req.raw, deps.log, fields);
    // Rejections of the gate happen before any operation, and each API has its own error format.
    return isRouterPath(c.req.path)
      ? errorResponse(toRouterError(thrown, deps.log, fields), routerEnvelope)
      : errorResponse(toJobApiError(thrown, deps.log, fields), jobApiEnvelope);
  });

  return {
    fetch: async (request) => {
      jobs.runner.noticeClock();
      return app.fetch(request);
    },
    readCatalog: () => catalog.current(),
    start: async () => {
      webhook.start();
      jobs.start();
      // Model ids that break the rules are rejected here, not at the first request.
      catalog.current();
      await calls.start();
      queue.start();
      sweep = new AssetSweep(deps, () => jobs.runner.noticeClock());
      storageLimit.start();
      scrub = new BlobScrub(deps);
      trash = new TrashSweep(deps);
      searchFields = new SearchFieldsReader(deps);
    },
    close: async () => {
      feed.close();
      queue.close();
      await calls.close();
      await jobs.close();
      await webhook.close();
      await sweep?.close();
      await storageLimit.close();
      await scrub?.close();
      await trash?.close();
      await searchFields?.close();
      await deps.thumbnails?.close();
      await deps.engine.close();
      deps.store.close();
    },
  };
}
