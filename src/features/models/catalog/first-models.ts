import type { ModelEntry } from '@contract/router/schemas';
import { EXAMPLE_IDS } from './model-example';

/**
 * Placeholders in the prerendered model lists. The build does not know the models; at run time, the gateway replaces the
 * placeholders with those of its catalog (`server/platform/http/fill-prerendered-page.ts`).
 */
const ANY = { provider: '__PROVIDER__', model: '__MODEL__' };
export const ANY_DETAILS = { summary: '__SUMMARY__', outputModalities: [] };
export const ANY_MODALITIES = { takes: '__TAKES__', returns: '__RETURNS__' };

export const ANY_MODEL = entryOf(ANY.provider, ANY.model);

/** Models with an example, each rendered individually, and one placeholder for all others. */
export const FIRST_MODELS: readonly ModelEntry[] = [
  ...EXAMPLE_IDS.map((id) => entryOf(id.slice(0, id.indexOf('/')), id.slice(id.indexOf('/') + 1))),
  ANY_MODEL,
];

/** OpenAPI documents by model id, while the build renders pages. */
export const firstDocuments = new Map<string, string>();

function entryOf(provider: string, model: string): ModelEntry {
  return { id: `${provider}/${model}`, provider, model, billing: { charges_on_policy_rejection: false } };
}

/** @param most number of models from which `whole` lists none of them, `long` the first ones, and `first` no more */
export const listStart = (how: 'whole' | 'long' | 'first' | 'empty', most: number) => `__LIST ${how} ${most}__`;
export const itemStart = (id: string) => `__ITEM ${id}__`;
/** Id of the item of an `empty` list. */
export const NO_ITEM = 'none';
export const LIST_END = '__END__';
