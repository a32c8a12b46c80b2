import { Link } from '@tanstack/react-router';
import { Star } from 'lucide-react';
import { isTerminal } from '@contract/jobs/lifecycle';
import type { ListedJob } from '@contract/jobs/schemas';
import { markOf, useJobAnnotations } from '@/domains/annotations/job-annotations';
import type { Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { JobRating } from '@/shared/annotations/job-rating';
import { keptWhere } from '@/shared/annotations/kept-where';
import { useStar } from '@/shared/annotations/use-star';

/** Star, rating and tags of the job, next to its title; each tag links to the jobs with that tag. */
export function HeaderAnnotations({ surface, job }: { surface: Surface; job: ListedJob }) {
  const { isStarred, toggleStar } = useStar(surface, [job]);
  const tags = useJobAnnotations(markOf(surface.id, job.id))?.tags ?? [];
  return (
    <>
      <Button
        tone="ghost"
        size="icon-sm"
        aria-label={t('Star')}
        aria-pressed={isStarred}
        title={isStarred ? t('Remove star') : t('Star. {place}', { place: keptWhere(surface) })}
        onClick={toggleStar}
      >
        <Star aria-hidden className={classNames(isStarred && 'fill-current text-warn')} />
      </Button>
      {/* An unfinished job has no result to rate, and its progress text needs the space. */}
      {isTerminal(job.status) ? (
        <JobRating surface={surface} job={job} className="border-l border-line pl-2 max-md:hidden" />
      ) : null}
      {tags.map((tag) => (
        <Link
          key={tag}
          to="/$surface/jobs"
          params={{ surface: surface.id }}
          search={{ tags: tag }}
          title={t('Jobs with the tag {tag}', { tag })}
          className="max-w-40 truncate rounded-full bg-hover px-2 text-sm leading-[22px] text-muted hover:text-text max-lg:hidden"
        >
          {tag}
        </Link>
      ))}
    </>
  );
}
