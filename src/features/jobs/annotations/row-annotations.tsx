import { Star } from 'lucide-react';
import { MAX_RATING, type Rating } from '@/domains/annotations/job-annotation';
import { markOf, useJobAnnotations } from '@/domains/annotations/job-annotations';
import { t } from '@/lib/i18n/messages';

/** Star, rating and tags of a job, below its title. */
export function RowAnnotations({ surfaceId, jobId }: { surfaceId: string; jobId: string }) {
  const mark = useJobAnnotations(markOf(surfaceId, jobId));
  if (!mark) return null;
  return (
    <span className="font-sans text-muted">
      {mark.isStarred ? (
        <>
          {' '}
          <Star aria-label={t('Starred')} className="mb-0.5 ml-1 inline size-3 fill-current text-warn" />
        </>
      ) : null}
      {mark.rating === undefined ? null : <RatingSign rating={mark.rating} />}
      {mark.tags.length > 0 ? <span className="ml-1.5">{mark.tags.join(' · ')}</span> : null}
    </span>
  );
}

/** Same size as the text around it. Differs from the star of a starred job, which is a colored icon. */
function RatingSign({ rating }: { rating: Rating }) {
  return (
    <span
      role="img"
      aria-label={t('Rated {rating} of {most}', { rating, most: MAX_RATING })}
      className="ml-1.5 tracking-tight whitespace-nowrap"
    >
      {'★'.repeat(rating)}
    </span>
  );
}
