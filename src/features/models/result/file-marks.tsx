import { RATINGS } from '@/domains/annotations/job-annotation';
import { t } from '@/lib/i18n/messages';
import { StarToggle } from '@/shared/annotations/star-toggle';
import { useRatingKeys } from '@/shared/annotations/use-rating-keys';
import { useCommands } from '@/shared/commands/use-commands';
import { Rating } from '@/ui/input/rating';
import type { FileActions } from './use-file-actions';

const STEPS = RATINGS.toReversed();

interface FileMarksProps {
  actions: FileActions;
  /** Whether it is in a dialog; the shortcuts of the page are then disabled. */
  isInDialog?: boolean;
}

/** Star and rating of a file of a response, also by keys. */
export function FileMarks({ actions: { mark, rate, actionOf }, isInDialog = false }: FileMarksProps) {
  const star = actionOf('star');
  useCommands({ star: { run: star.run } }, { isInDialog });
  useRatingKeys(rate, { isInDialog });
  return (
    <>
      <StarToggle
        tone="plain"
        size="icon"
        isStarred={mark.isStarred}
        isBusy={star.isBusy}
        place={t('Keeps the file in the gallery.')}
        onToggle={star.run}
      />
      <Rating aria-label={t('Rating')} steps={STEPS} value={mark.rating} onChange={rate} />
    </>
  );
}
