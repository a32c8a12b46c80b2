import type { ListedAsset } from '@contract/console/schemas';
import type { ListedJob, Output } from '@contract/jobs/schemas';
import { isImage } from '@/domains/jobs/thumbnail-url';

export type RecentResult = { madeAt: number } & ({ job: ListedJob; image: Output } | { job: null; image: ListedAsset });

/** Returns the newest image of each job, and each image that a model made; newest first. */
export function mergeResults(
  jobs: readonly ListedJob[],
  modelImages: readonly ListedAsset[],
  limit: number,
): RecentResult[] {
  const ofJobs = jobs.flatMap((job): RecentResult[] => {
    const image = job.outputs?.findLast(isImage);
    return image ? [{ madeAt: Date.parse(job.completed_at ?? job.started_at ?? job.created_at), job, image }] : [];
  });
  const ofModels = modelImages
    .filter(isImage)
    .map((image): RecentResult => ({ madeAt: Date.parse(image.created_at), job: null, image }));
  return [...ofJobs, ...ofModels].toSorted((left, right) => right.madeAt - left.madeAt).slice(0, limit);
}
