import type { Hono } from 'hono';
import type { GateDeps } from '../http/credentials';
import type { AppEnv } from '../http/env';
import { authenticate } from '../http/gate';
import type { LiveDetails } from '../jobs/job-view';
import type { Catalog } from '../router/catalog';
import { deleteJobs, renameJob, restoreJobs } from './change-jobs';
import { fetchResult } from './fetch-result';
import type { JobFeed } from './job-feed';
import { responseSummary } from './job-summary';
import { drainEngine } from './drain-engine';
import { listAssets } from './list-assets';
import { listModelMetadata } from './list-model-metadata';
import { publishInput } from './publish-input';
import { objectInfo } from './object-info';
import { mountRelay } from './relay/routes';
import { searchJobs } from './search-jobs';
import { storageUsage } from './storage-usage';
import { mountSession } from './session';
import { mountSurfaces } from './surfaces/routes';
import type { Surfaces } from './surfaces/surface-list';
import { checkComfyui, gatewayStatus } from './status';

/** What our own console may ask of our own gateway, beside the public API. No other client may count on any of it. */
export function mountConsole(
  app: Hono<AppEnv>,
  deps: GateDeps,
  feed: JobFeed,
  runner: LiveDetails,
  catalog: Catalog,
  surfaces: Surfaces,
): void {
  mountSession(app, deps);
  mountRelay(app, deps, surfaces);
  app.use('/console/*', authenticate(deps));
  app.get('/console/status', () => gatewayStatus(deps));
  app.post('/console/comfyui/check', () => checkComfyui(deps));
  app.post('/console/engines/drain', (c) => drainEngine(c.req.raw, deps));
  app.get('/console/object_info', (c) => objectInfo(c.req.raw, null, deps));
  app.get('/console/object_info/:class', (c) => objectInfo(c.req.raw, c.req.param('class'), deps));
  app.get('/console/jobs', (c) => searchJobs(c.req.raw, c.get('caller'), c.get('origin'), { ...deps, runner }));
  app.get('/console/jobs/summary', (c) => responseSummary(c.req.raw, c.get('caller'), deps));
  app.post('/console/jobs/delete', (c) => deleteJobs(c.req.raw, c.get('caller'), deps));
  app.post('/console/jobs/restore', (c) => restoreJobs(c.req.raw, c.get('caller'), deps));
  app.post('/console/jobs/rename', (c) => renameJob(c.req.raw, c.get('caller'), deps));
  app.get('/console/storage', (c) => storageUsage(c.get('caller'), deps));
  app.get('/console/assets', (c) => listAssets(c.req.raw, c.get('caller'), c.get('origin'), deps));
  app.get('/console/models', () => listModelMetadata(catalog, deps));
  app.post('/console/fetch-result', (c) => fetchResult(c.req.raw, c.get('caller'), c.get('origin'), deps));
  app.post('/console/publish-input', (c) => publishInput(c.req.raw, deps, catalog));
  mountSurfaces(app, deps, surfaces);
  app.get('/console/events', (c) => feed.respond(c.req.raw, c.get('origin')));
}
