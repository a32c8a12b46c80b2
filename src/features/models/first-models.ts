import type { ModelEntry } from '@contract/router/schemas';
import { EXAMPLE_IDS } from './catalog/model-example';

/**
 * What the build draws of models before it knows any: lists that the gateway fills with those of its catalog
 * (`server/platform/fill-prerendered-page.ts`). These words stand for what it writes.
 */
const ANY = { provider: '__PROVIDER__', model: '__MODEL__' };
export const ANY_FACTS = { summary: '__SUMMARY__', outputModalities: [] };
export const ANY_MODALITIES = { takes: '__TAKES__', returns: '__RETURNS__' };

export const ANY_MODEL = entryOf(ANY.provider, ANY.model);

/** Those that look like no other, by their example, and one for all others. */
export const FIRST_MODELS: readonly ModelEntry[] = [
  ...EXAMPLE_IDS.map((id) => entryOf(id.slice(0, id.indexOf('/')), id.slice(id.indexOf('/') + 1))),
  ANY_MODEL,
];

function entryOf(provider: string, model: string): ModelEntry {
  return { id: `${provider}/${model}`, provider, model, billing: { charges_on_policy_rejection: false } };
}

/** @param most `whole`: all models or none; `first`: no more than that */
export const listStart = (how: 'whole' | 'first' | 'empty', most: number) => `__LIST ${how} ${most}__`;
export const itemStart = (id: string) => `__ITEM ${id}__`;
/** The item of a list of nothing. */
export const NO_ITEM = 'none';
export const LIST_END = '__END__';
