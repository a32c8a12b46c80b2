import type { ModelEntry } from '@contract/router/schemas';
import { EXAMPLE_IDS } from './model-example';

/**
 * Placeholders in the prerendered model lists. The build does not know the models; at run time, the gateway replaces the
 * placeholders with those of its catalog (`server/platform/http/first-models.ts`).
 */
const ANY = { provider: '__PROVIDER__', model: '__MODEL__' };
export const ANY_DETAILS = { summary: '__SUMMARY__', outputModalities: [] };
export const ANY_MODALITIES = { takes: '__TAKES__', returns: '__RETURNS__' };

/** Stands for all models without an example. */
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
