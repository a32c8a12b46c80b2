import { nearestNames } from '@contract/nearest-names';
import { modelIdOf } from '@contract/router/model-id';
import type { RouterModel } from '../model-source';
import type { RouterCall, RouterDeps } from '../router-deps';
import { unknownModel } from '../router-error';

/** Finds the model of the path. @throws HttpError `model_not_found` with similar ids. */
export function findModel({ params, caller }: RouterCall, deps: RouterDeps): { id: string; model: RouterModel } {
  const id = modelIdOf({ provider: params['provider'] ?? '', model: params['model'] ?? '' });
  const { models, ids } = deps.catalog.current();
  const model = models.get(id);
  if (model) return { id, model };
  const near = nearestNames(
    id,
    ids.filter((each) => deps.entitlements.maySee(caller.owner, each)),
  );
  const hint = near.length > 0 ? `. Did you mean ${near.join(', ')}?` : '';
  throw unknownModel(`Model ${shortened(id)} not found${hint}`);
}

function shortened(id: string): string {
  return id.length > 200 ? `${id.slice(0, 200)}…` : id;
}
