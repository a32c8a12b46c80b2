import { readTags, type MarkFilter } from '@/api/marks/job-mark';
import type { JobsSearch } from '../jobs-search';

/** What the address says of stars and tags. */
export function markFilterOf({ star, tags }: JobsSearch): MarkFilter {
  return { star: star === true, tags: readTags(tags ?? '') };
}

/** The change of the address that turns the star on or off. */
export function withStar({ star }: JobsSearch): JobsSearch {
  return { star: star ? undefined : true };
}

/** The change of the address that takes a tag in or out. */
export function withTag({ tags }: JobsSearch, tag: string): JobsSearch {
  const known = readTags(tags ?? '');
  const next = known.includes(tag) ? known.filter((one) => one !== tag) : [...known, tag];
  return { tags: next.join(',') || undefined };
}
