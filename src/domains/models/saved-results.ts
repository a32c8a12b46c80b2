import { defineSetting } from '@/lib/settings/setting';
import { entriesIn, isText, json } from '@/lib/settings/setting-schemas';

/**
 * Ids of assets created from saved result files, by run and position in the result, newest last. Small enough for one local
 * storage entry.
 */
type SavedResults = Readonly<Record<string, string>>;

const MAX_KEPT = 1000;

export const savedResults = defineSetting<SavedResults>('kept-results', {
  schema: json((stored) => {
    const texts = entriesIn(stored)?.filter((entry): entry is [string, string] => isText(entry[1]));
    return texts && Object.fromEntries(texts);
  }),
  default: {},
});

export function savedResultId(mediaId: string): string | null {
  return savedResults.get()[mediaId] ?? null;
}

export function rememberSavedResult(mediaId: string, assetId: string): void {
  savedResults.update(({ [mediaId]: _before, ...others }) => {
    const newest = [...Object.entries(others), [mediaId, assetId] as const].slice(-MAX_KEPT);
    return Object.fromEntries(newest);
  });
}
