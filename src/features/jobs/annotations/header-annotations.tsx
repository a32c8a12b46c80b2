import { Link } from '@tanstack/react-router';
import { isTerminal } from '@contract/jobs/lifecycle';
import type { ListedJob } from '@contract/jobs/schemas';
import { markOf, useJobAnnotations } from '@/domains/annotations/job-annotations';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { JobRating } from '@/shared/annotations/job-rating';
import { JobStar } from '@/shared/annotations/job-star';

/** Star, rating and tags of the job, next to its title; each tag links to the jobs with that tag. */
export function HeaderAnnotations({ surface, job }: { surface: Surface; job: ListedJob }) {
  const tags = useJobAnnotations(markOf(surface.id, job.id))?.tags ?? [];
  return (
    <>
      <JobStar surface={surface} job={job} />
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
