import { ROUTER_OPERATIONS } from '@contract/router/operations';
import { fetchText } from '../fetch-from-surface';
import type { Surface } from '../surface';
import { fieldsOf } from '@contract/typed-objects';
import { lacksCapability, learn } from './capability-record';

/** Keyed by the router's base address. */
const offers = new Map<string, Promise<boolean>>();

/** Returns true if the OpenAPI document of the router describes queued delivery. Fetched once per page load. */
export function offersQueue(surface: Surface): Promise<boolean> {
  const { routerBaseUrl } = surface;
  if (routerBaseUrl === null || lacksCapability(surface, 'queuedModels')) return Promise.resolve(false);
  const known = offers.get(routerBaseUrl) ?? readOffer(`${routerBaseUrl}/v2/openapi.json`, surface);
  offers.set(routerBaseUrl, known);
  // Retry an unreachable router later.
  known.catch(() => offers.delete(routerBaseUrl));
  return known.catch(() => false);
}

async function readOffer(url: string, surface: Surface): Promise<boolean> {
  const { response, text } = await fetchText(surface, url, {});
  if (!response.ok) return false;
  const { paths } = fieldsOf(JSON.parse(text));
  const { path, method } = ROUTER_OPERATIONS.submitModel;
  const isOffered = Object.hasOwn(fieldsOf(fieldsOf(paths)[path]), method.toLowerCase());
  learn(surface, 'queuedModels', isOffered);
  return isOffered;
}
