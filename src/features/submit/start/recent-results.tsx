import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useEffect } from 'react';
import type { ListedAsset } from '@contract/console/schemas';
import { modelImagesQuery } from '@/domains/assets/asset-list';
import { ALL_JOBS } from '@/domains/jobs/job-filter';
import type { MediaSource } from '@/domains/jobs/file-url';
import { jobsQuery } from '@/domains/jobs/job-queries';
import { THUMB_STRIP } from '@/domains/jobs/thumbnail-url';
import { LABEL_TITLE } from '@/domains/job-record/job-labels';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { dragSource } from '@/shared/drop/drag-source';
import { kindIcons } from '@/shared/files/kind-icon';
import { StoredImage } from '@/shared/files/stored-image';
import { buttonClass } from '@/ui/button';
import { homeParts, MAX_RESULTS, noteParts } from './home-parts';
import { HomeSection, PartSkeleton, RESULTS, TITLES } from './home-section';
import { mergeResults } from './merge-results';

const TILE =
  'flex size-full items-center justify-center overflow-hidden rounded-lg bg-hover text-faint outline-offset-[-2px] [&_svg]:size-5';

/** The newest images of this server: one of each job, and those that models made. */
export function RecentResults({ surface }: { surface: Surface }) {
  const { data, isError } = useQuery(jobsQuery(surface, ALL_JOBS));
  const models = useQuery(modelImagesQuery(surface, MAX_RESULTS));
  const isRead = (data !== undefined || isError) && !models.isPending;
  const results = mergeResults(data?.fetchedJobs.map(({ job }) => job) ?? [], models.data ?? [], MAX_RESULTS);
  const count = data && isRead ? results.length : null;
  useEffect(() => {
    if (count !== null) noteParts(surface, { results: count });
  }, [surface, count]);
  if (!isRead) return <PartSkeleton part="results" count={homeParts(surface.id).get().results} />;
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
          <li key={image.id} className="min-w-0">
            {job ? (
              <Link
                {...dragSource(surface, image)}
                to="/$surface/jobs/$jobId"
                params={{ surface: surface.id, jobId: job.id }}
                aria-label={t('Result of {title}', { title: job.metadata?.[LABEL_TITLE] ?? job.id })}
                title={job.metadata?.[LABEL_TITLE] ?? job.id}
                className={TILE}
              >
                <Thumbnail surface={surface} image={image} />
              </Link>
            ) : (
              <Link
                {...dragSource(surface, { ...image, name: nameOf(image) })}
                to="/$surface/assets"
                params={{ surface: surface.id }}
                // The list that contains it.
                search={{ kind: 'outputs', type: 'image', asset: image.id, large: true }}
                aria-label={t('Result of {title}', { title: nameOf(image) })}
                title={nameOf(image)}
                className={TILE}
              >
                <Thumbnail surface={surface} image={image} />
              </Link>
            )}
          </li>
        ))}
      </ul>
    </HomeSection>
  );
}

function nameOf({ file_path: path, id }: ListedAsset): string {
  return path ?? id;
}

function Thumbnail({ surface, image }: { surface: Surface; image: MediaSource }) {
  return (
    <StoredImage surface={surface} source={image} side={THUMB_STRIP} className="checkerboard object-cover">
      {kindIcons.image}
    </StoredImage>
  );
}
