import type { AppDeps } from '../deps';
import type { OperationHandler } from '../http/operation';
import type { Catalog } from '../router/catalog/catalog';
import { aboutEntry } from '../router/catalog/model-entry';

export interface ModelMetadataDeps extends Pick<AppDeps, 'modelsProblem' | 'catalogProblem'> {
  catalog: Catalog;
}

/** `GET /console/models`: metadata of all models that the catalog does not have, in one response. */
export const listModelMetadata =
  ({ catalog, modelsProblem, catalogProblem }: ModelMetadataDeps): OperationHandler =>
  () => {
    const { name, models: all } = catalog.current();
    const models = [...all].map(([id, model]) => aboutEntry(id, model));
    return Response.json(
      { build: name, configProblem: modelsProblem?.() ?? null, catalogProblem: catalogProblem?.() ?? null, models },
      { headers: { 'cache-control': 'no-store' } },
    );
  };
