import type { SchemaDetails } from '@/api/models/schema-query';
import { chargesOnPolicyRejection, type ModelEntry } from '@contract/router/schemas';
import type { CatalogSearch } from './catalog-search';

/** What this device knows beside the catalog. */
export interface CatalogKnowledge {
  /** By model, as far as its document was read. */
  schemas: ReadonlyMap<string, SchemaDetails>;
  /** The newest first. */
  favourites: readonly string[];
  recent: readonly string[];
}

export function isFiltered(search: CatalogSearch): boolean {
  return Object.values(search).some((value) => value !== undefined && value !== '');
}

/** The models that fit, in the order of the catalog; those that are called like what was typed come first. */
export function filterModels(
  models: readonly ModelEntry[],
  search: CatalogSearch,
  knowledge: CatalogKnowledge,
): readonly ModelEntry[] {
  const shelved = search.show ? ofShelf(models, knowledge[search.show]) : models;
  const words = wordsOf(search.q ?? '');
  const kept = shelved.filter(
    (entry) =>
      (search.provider === undefined || entry.provider === search.provider) &&
      (search.refusal === undefined || chargesOnPolicyRejection(entry.billing) === search.refusal) &&
      (search.makes === undefined ||
        (knowledge.schemas.get(entry.id)?.outputModalities.includes(search.makes) ?? false)) &&
      words.every((word) => entry.id.includes(word) || isSaid(knowledge.schemas.get(entry.id), word)),
  );
  const [first] = words;
  if (first === undefined) return kept;
  const called: ModelEntry[] = [];
  const others: ModelEntry[] = [];
  for (const entry of kept) {
    (entry.model.startsWith(first) || entry.provider.startsWith(first) ? called : others).push(entry);
  }
  return [...called, ...others];
}

function isSaid(facts: SchemaDetails | undefined, word: string): boolean {
  return facts !== undefined && smallLetters(facts).includes(word);
}

/** Made once for each document, not with each key. */
const saidTexts = new WeakMap<SchemaDetails, string>();

function smallLetters(facts: SchemaDetails): string {
  const text = saidTexts.get(facts) ?? facts.summary.toLowerCase();
  saidTexts.set(facts, text);
  return text;
}

/** Ids are slugs in small letters, however a person writes them. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

function ofShelf(models: readonly ModelEntry[], ids: readonly string[]): ModelEntry[] {
  const byId = new Map(models.map((entry) => [entry.id, entry]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export interface ProviderCount {
  provider: string;
  count: number;
}

/** By name. */
export function providersOf(models: readonly ModelEntry[]): ProviderCount[] {
  const counts = new Map<string, number>();
  for (const { provider } of models) counts.set(provider, (counts.get(provider) ?? 0) + 1);
  return [...counts]
    .map(([provider, count]) => ({ provider, count }))
    .sort((left, right) => left.provider.localeCompare(right.provider));
}
