import { CONSOLE_BODIES } from '@contract/console/operation-specs';
import type { AppDeps } from '../deps';
import { jobApiError } from '../http/job-api-error';
import type { OperationHandler } from '../http/operation';
import { readJson } from '../http/read-json';
import { NO_STORE } from '../jobs/job-access';
import type { ProviderKeysPort } from '../router/providers/http/provider-keys';

type KeyDeps = Pick<AppDeps, 'providerKeys'>;

function keysOf({ providerKeys }: KeyDeps): ProviderKeysPort {
  if (!providerKeys) throw jobApiError('not_implemented', 'This gateway has no model providers with keys');
  return providerKeys;
}

const respond = (keys: ProviderKeysPort) => Response.json(keys.list(), { headers: NO_STORE });

/** `GET /console/provider-keys`: which keys there are and are used, never a key itself. */
export const listProviderKeys =
  (deps: KeyDeps): OperationHandler =>
  () =>
    respond(keysOf(deps));

/** `PUT /console/provider-keys/{id}`: used from the next request to the provider on. */
export const putProviderKey =
  (deps: KeyDeps): OperationHandler =>
  async ({ request, params }) => {
    const keys = keysOf(deps);
    keys.put(params['id'] ?? '', await readJson(request, CONSOLE_BODIES.putProviderKey));
    return respond(keys);
  };

/** `DELETE /console/provider-keys/{id}` */
export const deleteProviderKey =
  (deps: KeyDeps): OperationHandler =>
  ({ params }) => {
    const keys = keysOf(deps);
    keys.remove(params['id'] ?? '');
    return respond(keys);
  };
