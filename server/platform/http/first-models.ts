import { describeModel } from '@contract/router/model-description';
import type { CatalogBuild } from '../../router/catalog/catalog';
import { NO_DETAILS } from '../../router/catalog/model-about';
import type { PageContent } from './fill-prerendered-page';

/**
 * Models in the prerendered catalog and model page (`src/features/models/catalog/first-models.ts`): those of this gateway.
 * @param catalog `null` if it must not be shown
 * @param ids of the listed models, in order
 * @param model id in the path
 */
export function firstModels(catalog: CatalogBuild | null, ids: readonly string[], model: string): PageContent {
  return {
    entries: ids.map((id) => ({ looks: [id], wordOf: (word) => wordOf(word, id, catalog) })),
    wordOf: (word) => wordOf(word, model, catalog),
  };
}

function wordOf(word: string, id: string, catalog: CatalogBuild | null): string | undefined {
  const slash = id.indexOf('/');
  if (word === 'PROVIDER') return slash < 0 ? id : id.slice(0, slash);
  if (word === 'MODEL') return slash < 0 ? '' : id.slice(slash + 1);
  const about = catalog?.models.get(id)?.about?.() ?? NO_DETAILS;
  if (word === 'TAKES') return about.inputModalities.join(', ');
  if (word === 'RETURNS') return about.outputModalities.join(', ');
  return word === 'SUMMARY' ? describeModel(id, about) : undefined;
}
