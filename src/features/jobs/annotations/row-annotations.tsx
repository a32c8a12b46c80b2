import { Star } from 'lucide-react';
import { markOf, useJobAnnotations } from '@/domains/annotations/job-annotations';
import { t } from '@/lib/i18n/messages';
import { RatingMark } from '@/shared/annotations/rating-mark';

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
      {mark.rating === undefined ? null : <RatingMark rating={mark.rating} className="ml-1.5" />}
      {mark.tags.length > 0 ? <span className="ml-1.5">{mark.tags.join(' · ')}</span> : null}
    </span>
  );
}
