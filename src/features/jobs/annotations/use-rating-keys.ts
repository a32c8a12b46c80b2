import { MAX_RATING, type Rating } from '@/api/annotations/job-annotation';
import { RATE_SHORTCUTS } from '@/shared/shortcuts/shortcut-table';
import { useShortcuts, type ShortcutActs } from '@/shared/shortcuts/use-shortcuts';

interface RatingKeysOptions {
  /** The keys are those of a layer above the page. */
  isInDialog?: boolean;
  /** Only where the key of `clear-rating` has no other meaning. */
  canClear?: boolean;
}

/** Rates by the keys of one to five stars. */
export function useRatingKeys(rate: (rating: Rating | 0) => void, options: RatingKeysOptions = {}): void {
  const { isInDialog = false, canClear = false } = options;
  const acts = Object.fromEntries(RATE_SHORTCUTS.map((id, index) => [id, () => rate(ratingAt(index))]));
  useShortcuts({ ...(acts as ShortcutActs), ...(canClear ? { 'clear-rating': () => rate(0) } : {}) }, { isInDialog });
}

function ratingAt(index: number): Rating {
  return Math.min(MAX_RATING, index + 1) as Rating;
}
