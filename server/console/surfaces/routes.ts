import type { Hono } from 'hono';
import type { z } from 'zod/mini';
import { SurfaceChange, SurfaceOrder, type ConnectionReports } from '@contract/console/surfaces';
import type { AppDeps } from '../../deps';
import type { AppEnv } from '../../http/env';
import { ApiProblem } from '../../http/operation';
import { readJson } from '../../http/read-json';
import { isOwnAddress } from './own-address';
import type { Surfaces } from './surface-list';
import { testConnection } from './test-connection';

/** The list of configured surfaces. Every change answers with the new list. */
export function mountSurfaces(app: Hono<AppEnv>, deps: AppDeps, surfaces: Surfaces): void {
  app.get('/console/surfaces', () => listResponse(surfaces));
  app.patch('/console/surfaces', async (c) => {
    surfaces.arrange(await readJson(c.req.raw, SurfaceOrder));
    return listResponse(surfaces);
  });
  app.post('/console/surfaces/test', async (c) => {
    const change = await readSurfaceChange(c.req.raw, deps);
    const { relayFetch } = deps;
    if (!relayFetch) throw new ApiProblem('not_implemented', 'This gateway has no relay');
    const parts = { ...deps, relayFetch, signal: c.req.raw.signal };
    const reports = await testConnection(change.surface, surfaces.credentialFor(change), parts);
    const body: z.infer<typeof ConnectionReports> = { reports };
    return Response.json(body, { headers: { 'cache-control': 'no-store' } });
  });
  app.put('/console/surfaces/:id', async (c) => {
    const change = await readSurfaceChange(c.req.raw, deps);
    if (change.surface.id !== c.req.param('id')) {
      throw new ApiProblem('invalid_request', 'surface.id must be the id of the path');
    }
    surfaces.put(change);
    return listResponse(surfaces);
  });
  app.delete('/console/surfaces/:id', (c) => {
    surfaces.remove(c.req.param('id'));
    return listResponse(surfaces);
  });
}

/** @throws ApiProblem `invalid_request`, also for a surface that is this gateway */
async function readSurfaceChange(request: Request, deps: AppDeps): Promise<SurfaceChange> {
  const change = await readJson(request, SurfaceChange);
  for (const url of [change.surface.baseUrl, change.surface.routerBaseUrl]) {
    if (url !== null && isOwnAddress(url, request, deps)) {
      throw new ApiProblem('invalid_request', `${url} is this gateway, which is in the list already`);
    }
  }
  return change;
}

function listResponse(surfaces: Surfaces): Response {
  return Response.json(surfaces.list(), { headers: { 'cache-control': 'no-store' } });
}
