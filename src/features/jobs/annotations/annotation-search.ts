import { MAX_RATING, readTags, type AnnotationFilter, type Rating } from '@/api/annotations/job-annotation';
import type { JobsSearch } from '../jobs-search';

/** What the address says of stars, tags and ratings. */
export function annotationFilterOf({ star, tags, rated }: JobsSearch): AnnotationFilter {
  return { star: star === true, tags: readTags(tags ?? ''), rated: rated ?? 0 };
}

/** The change of the address that turns the star on or off. */
export function withStar({ star }: JobsSearch): JobsSearch {
  return { star: star ? undefined : true };
}

/** The change of the address that keeps to jobs of so many stars, or no longer does. */
export function withRating({ rated }: JobsSearch, rating: Rating): JobsSearch {
  return { rated: rated === rating ? undefined : rating };
}

/** The change of the address that takes a tag in or out. */
export function withTag({ tags }: JobsSearch, tag: string): JobsSearch {
  const known = readTags(tags ?? '');
  const next = known.includes(tag) ? known.filter((one) => one !== tag) : [...known, tag];
  return { tags: next.join(',') || undefined };
}

export function formatRating(rating: Rating): string {
  return rating === MAX_RATING ? `Rated ${MAX_RATING}` : `Rated ${rating} or more`;
}

/** Whether it keeps to anything at all. */
export function isAnnotationFilter({ star, tags, rated }: AnnotationFilter): boolean {
  return star || rated > 0 || tags.length > 0;
}

/** The change of the address that shows all that this browser remembers, or no longer does. */
export function withRemembered({ kept }: JobsSearch): JobsSearch {
  return { kept: kept ? undefined : true };
}
