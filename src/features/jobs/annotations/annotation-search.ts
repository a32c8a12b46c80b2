import { MAX_RATING, readTags, type AnnotationFilter, type Rating } from '@/domains/annotations/job-annotation';
import { t } from '@/lib/i18n/messages';
import type { JobsSearch } from '../filters/jobs-search';

/** Returns the filter by star, tags and rating that the search params contain. */
export function annotationFilterOf({ star, tags, rated }: JobsSearch): AnnotationFilter {
  return { star: star === true, tags: readTags(tags ?? ''), rated: rated ?? 0 };
}

/** Returns the search params that toggle the star filter. */
export function withStar({ star }: JobsSearch): JobsSearch {
  return { star: star ? undefined : true };
}

/** Returns the search params that toggle the filter by rating. */
export function withRating({ rated }: JobsSearch, rating: Rating): JobsSearch {
  return { rated: rated === rating ? undefined : rating };
}

/** Returns the search params that toggle a tag. */
export function withTag({ tags }: JobsSearch, tag: string): JobsSearch {
  const known = readTags(tags ?? '');
  const next = known.includes(tag) ? known.filter((one) => one !== tag) : [...known, tag];
  return { tags: next.join(',') || undefined };
}

export function formatRating(rating: Rating): string {
  return rating === MAX_RATING ? t('Rated {rating}', { rating }) : t('Rated {rating} or more', { rating });
}

/** Returns true if the filter restricts anything. */
export function isAnnotationFilter({ star, tags, rated }: AnnotationFilter): boolean {
  return star || rated > 0 || tags.length > 0;
}

/** Returns the search params that toggle the list of all jobs in the local history. */
export function toggleHistory({ kept }: JobsSearch): JobsSearch {
  return { kept: kept ? undefined : true };
}
