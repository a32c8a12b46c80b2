import type { Hono } from 'hono';
import { SurfaceChange, SurfaceOrder } from '@contract/console/surfaces';
import type { AppDeps } from '../../deps';
import type { AppEnv } from '../../http/env';
import { ApiProblem } from '../../http/operation';
import { readJson } from '../../http/read-json';
import { isOwnAddress } from './own-address';
import type { Surfaces } from './surface-list';

/** The list of configured surfaces. Every change answers with the new list. */
export function mountSurfaces(app: Hono<AppEnv>, deps: AppDeps, surfaces: Surfaces): void {
  app.get('/console/surfaces', () => listResponse(surfaces));
  app.patch('/console/surfaces', async (c) => {
    surfaces.arrange(await readJson(c.req.raw, SurfaceOrder));
    return listResponse(surfaces);
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
