import type { Fields } from '../curated/sync-records';
import { inOrder, RATINGS, type JobAnnotation } from './job-annotation';

/** A tag is a field, so that two browsers may add and remove others at the same time. */
const TAG = 'tag:';

/** Returns the annotation as a curated record (decision 120), without fields that stand for nothing. */
export function fieldsOfAnnotation({ isStarred, rating, tags }: JobAnnotation): Fields {
  return {
    ...(isStarred ? { star: true } : {}),
    ...(rating === undefined ? {} : { rating }),
    ...Object.fromEntries(tags.map((tag) => [TAG + tag, true])),
  };
}

export function annotationOf(surfaceId: string, jobId: string, fields: Fields): JobAnnotation {
  const rating = RATINGS.find((known) => known === fields['rating']);
  const tags = Object.entries(fields).flatMap(([name, value]) =>
    name.startsWith(TAG) && value === true ? [name.slice(TAG.length)] : [],
  );
  return {
    surfaceId,
    jobId,
    isStarred: fields['star'] === true,
    tags: inOrder(tags),
    ...(rating === undefined ? {} : { rating }),
  };
}
