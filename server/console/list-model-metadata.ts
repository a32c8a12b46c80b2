import type { AppDeps } from '../deps';
import type { Catalog } from '../router/catalog';
import { aboutEntry } from '../router/model-about';

/** `GET /console/models`: what the console shows of all models beside the catalog, in one answer. */
export function listModelMetadata(
  catalog: Catalog,
  { modelsProblem, catalogProblem }: Pick<AppDeps, 'modelsProblem' | 'catalogProblem'>,
): Response {
  const { name, models: all } = catalog.current();
  const models = [...all].map(([id, model]) => aboutEntry(id, model));
  return Response.json(
    { build: name, configProblem: modelsProblem?.() ?? null, catalogProblem: catalogProblem?.() ?? null, models },
    { headers: { 'cache-control': 'no-store' } },
  );
}
