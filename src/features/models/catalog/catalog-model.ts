import type { SchemaDetails } from '@/features/models/schema/schema-query';
import { chargesOnPolicyRejection, type ModelEntry } from '@contract/router/schemas';
import type { CatalogSearch } from './catalog-search';

/** Local data about the models in addition to the catalog. */
export interface CatalogKnowledge {
  /** Schema details by model id; only models whose schema document was read. */
  schemas: ReadonlyMap<string, SchemaDetails>;
  /** Model ids, newest first. */
  favourites: readonly string[];
  recent: readonly string[];
}

export function isFiltered(search: CatalogSearch): boolean {
  return Object.values(search).some((value) => value !== undefined && value !== '');
}

/** Returns the matching models in catalog order; those whose name or provider starts with the first search word come first. */
export function filterModels(
  models: readonly ModelEntry[],
  search: CatalogSearch,
  knowledge: CatalogKnowledge,
): readonly ModelEntry[] {
  const shelved = search.show ? ofShelf(models, knowledge[search.show]) : models;
  const words = textOf(search.q ?? '');
  const kept = shelved.filter(
    (entry) =>
      (search.provider === undefined || entry.provider === search.provider) &&
      (search.refusal === undefined || chargesOnPolicyRejection(entry.billing) === search.refusal) &&
      (search.makes === undefined ||
        (knowledge.schemas.get(entry.id)?.outputModalities.includes(search.makes) ?? false)) &&
      words.every((word) => entry.id.includes(word) || isInSummary(knowledge.schemas.get(entry.id), word)),
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

function isInSummary(details: SchemaDetails | undefined, word: string): boolean {
  return details !== undefined && smallLetters(details).includes(word);
}

/** Lower-case summaries, computed once per document instead of on each keystroke. */
const lowerSummaries = new WeakMap<SchemaDetails, string>();

function smallLetters(details: SchemaDetails): string {
  const text = lowerSummaries.get(details) ?? details.summary.toLowerCase();
  lowerSummaries.set(details, text);
  return text;
}

/** Splits the search text into lower-case words; model ids are lower-case slugs. */
function textOf(text: string): string[] {
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

/** Counts the models of each provider, sorted by provider name. */
export function providersOf(models: readonly ModelEntry[]): ProviderCount[] {
  const counts = new Map<string, number>();
  for (const { provider } of models) counts.set(provider, (counts.get(provider) ?? 0) + 1);
  return [...counts]
    .map(([provider, count]) => ({ provider, count }))
    .sort((left, right) => left.provider.localeCompare(right.provider));
}
