import { ROUTER_OPERATIONS } from '@contract/router/operations';
import { credentialOf } from '../credentials';
import type { Surface } from '../surface';
import { isLacking, learn } from '../surfaces/capability-record';

/** By base address of the router. */
const offers = new Map<string, Promise<boolean>>();

/** Whether the router describes queued delivery in its OpenAPI document. Read once per page. */
export function offersQueue(surface: Surface): Promise<boolean> {
  const { routerBaseUrl } = surface;
  if (routerBaseUrl === null || isLacking(surface, 'queuedModels')) return Promise.resolve(false);
  const known = offers.get(routerBaseUrl) ?? readOffer(`${routerBaseUrl}/v2/openapi.json`, surface);
  offers.set(routerBaseUrl, known);
  // A router that was not reached may offer it later.
  known.catch(() => offers.delete(routerBaseUrl));
  return known.catch(() => false);
}

async function readOffer(url: string, surface: Surface): Promise<boolean> {
  const { mode, headers } = credentialOf(surface, url);
  const response = await fetch(url, { credentials: mode, headers });
  if (!response.ok) return false;
  const { paths } = (await response.json()) as { paths?: Record<string, object | undefined> };
  const { path, method } = ROUTER_OPERATIONS.submitModel;
  const isOffered = Object.hasOwn(paths?.[path] ?? {}, method.toLowerCase());
  learn(surface, 'queuedModels', isOffered);
  return isOffered;
}
