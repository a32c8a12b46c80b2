import { MAX_RATING, type Rating } from '@/domains/annotations/job-annotation';
import { RATE_COMMANDS } from '@/shared/commands/command-keys';
import type { CommandHandlers } from '@/shared/commands/mounted-commands';
import { useCommands } from '@/shared/commands/use-commands';

interface RatingKeysOptions {
  /** Whether the shortcuts belong to a dialog. */
  isInDialog?: boolean;
  /** Only if the shortcut of `clear-rating` has no other meaning. */
  canClear?: boolean;
}

/** Shortcuts for ratings from one to five. */
export function useRatingKeys(rate: (rating: Rating | 0) => void, options: RatingKeysOptions = {}): void {
  const { isInDialog = false, canClear = false } = options;
  const handlers = Object.fromEntries(RATE_COMMANDS.map((id, index) => [id, () => rate(ratingAt(index))]));
  // The command names are those of the shortcut table.
  useCommands(
    { ...(handlers as CommandHandlers), ...(canClear ? { 'clear-rating': () => rate(0) } : {}) },
    { isInDialog },
  );
}

function ratingAt(index: number): Rating {
  // An integer from 1 to the maximum, by construction.
  return Math.min(MAX_RATING, index + 1) as Rating;
}
