import { Star } from 'lucide-react';
import { markOf, useJobMarks } from '@/api/marks/job-marks';
import { RatingSign } from './rating-sign';

/** Star, rating and tags of a job, in the line below its title. */
export function RowMarks({ surfaceId, jobId }: { surfaceId: string; jobId: string }) {
  const mark = useJobMarks(markOf(surfaceId, jobId));
  if (!mark) return null;
  return (
    <span className="font-sans text-muted">
      {mark.isStarred ? (
        <>
          {' '}
          <Star aria-label="Starred" className="mb-0.5 ml-1 inline size-3 fill-current text-warn" />
        </>
      ) : null}
      {mark.rating === undefined ? null : <RatingSign rating={mark.rating} />}
      {mark.tags.length > 0 ? <span className="ml-1.5">{mark.tags.join(' · ')}</span> : null}
    </span>
  );
}
