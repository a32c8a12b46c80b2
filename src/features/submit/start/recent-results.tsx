import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useEffect } from 'react';
import { ALL_JOBS } from '@/domains/jobs/job-filter';
import { jobsQuery } from '@/domains/jobs/job-queries';
import { isImage, THUMB_STRIP } from '@/domains/jobs/thumbnail-url';
import { LABEL_TITLE } from '@/domains/job-record/job-labels';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { dragSource } from '@/shared/drop/drag-source';
import { kindIcons } from '@/shared/files/kind-icon';
import { StoredImage } from '@/shared/files/stored-image';
import { buttonClass } from '@/ui/button';
import { homeParts, MAX_RESULTS, noteParts } from './home-parts';
import { HomeSection, PartSkeleton, RESULTS, TITLES } from './home-section';

/** The newest images of this server's jobs: one of each job. */
export function RecentResults({ surface }: { surface: Surface }) {
  const { data, isError } = useQuery(jobsQuery(surface, ALL_JOBS));
  const results = (data?.fetchedJobs ?? [])
    .flatMap(({ job }) => {
      const image = job.outputs?.findLast(isImage);
      return image ? [{ job, image }] : [];
    })
    .slice(0, MAX_RESULTS);
  const count = data ? results.length : null;
  useEffect(() => {
    if (count !== null) noteParts(surface, { results: count });
  }, [surface, count]);
  if (!data && !isError) return <PartSkeleton part="results" count={homeParts(surface.id).get().results} />;
  if (results.length === 0) return null;
  return (
    <HomeSection
      id="recent-results"
      title={t(TITLES.results)}
      action={
        surface.kind === 'gateway' ? (
          <Link
            to="/$surface/assets"
            params={{ surface: surface.id }}
            className={`-mr-2 ${buttonClass({ tone: 'ghost', size: 'sm' })}`}
          >
            {t('Gallery')}
            <ChevronRight aria-hidden />
          </Link>
        ) : null
      }
    >
      <ul className={RESULTS}>
        {results.map(({ job, image }) => (
          <li key={job.id} className="min-w-0">
            <Link
              {...dragSource(surface, image)}
              to="/$surface/jobs/$jobId"
              params={{ surface: surface.id, jobId: job.id }}
              aria-label={t('Result of {title}', { title: job.metadata?.[LABEL_TITLE] ?? job.id })}
              title={job.metadata?.[LABEL_TITLE] ?? job.id}
              className="flex size-full items-center justify-center overflow-hidden rounded-lg bg-hover text-faint outline-offset-[-2px] [&_svg]:size-5"
            >
              <StoredImage surface={surface} source={image} side={THUMB_STRIP} className="checkerboard object-cover">
                {kindIcons.image}
              </StoredImage>
            </Link>
          </li>
        ))}
      </ul>
    </HomeSection>
  );
}
