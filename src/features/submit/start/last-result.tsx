import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ListedJob } from '@contract/jobs/schemas';
import { ALL_JOBS } from '@/domains/jobs/job-filter';
import { jobsQuery } from '@/domains/jobs/job-queries';
import { jobQuery } from '@/domains/jobs/job-query';
import { isImage, THUMB_NODE } from '@/domains/jobs/thumbnail-url';
import type { Surface } from '@/api/surface';
import { kindIcons } from '@/shared/files/kind-icon';
import { outputKind } from '@/shared/files/output-kind';
import { StoredImage } from '@/shared/files/stored-image';

/** Returns a job of the server: from the head of its list, which all cards share, else by itself. `null` until it is read. */
export function useLastJob(surface: Surface, jobId: string | undefined): ListedJob | null {
  const head = useQuery(jobsQuery(surface, ALL_JOBS));
  const listed = head.data?.fetchedJobs.find(({ job }) => job.id === jobId)?.job;
  const isUnlisted = jobId !== undefined && listed === undefined && (head.isSuccess || head.isError);
  const { data } = useQuery({ ...jobQuery(surface, jobId ?? ''), enabled: isUnlisted });
  return listed ?? data?.job ?? null;
}

interface ResultPictureProps {
  surface: Surface;
  job: ListedJob | null;
  /** In place of a result. */
  icon: ReactNode;
}

/** The last image of a job, or an icon of what it made. */
export function ResultPicture({ surface, job, icon }: ResultPictureProps) {
  const image = job?.outputs?.findLast(isImage);
  const output = job?.outputs?.at(-1);
  return (
    <span className="flex size-full items-center justify-center bg-hover text-faint [&_svg]:size-6">
      {image ? (
        <StoredImage surface={surface} source={image} side={THUMB_NODE} className="checkerboard object-cover">
          {kindIcons.image}
        </StoredImage>
      ) : output ? (
        kindIcons[outputKind(output)]
      ) : (
        icon
      )}
    </span>
  );
}
