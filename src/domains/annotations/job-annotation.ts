/** Star, tags and rating of a job, next to the job history of this browser; a Flowdeck gateway keeps them, too. Pure. */
export interface JobAnnotation {
  surfaceId: string;
  jobId: string;
  isStarred: boolean;
  /** Unique, in alphabetical order. */
  tags: readonly string[];
  /** Absent if the job has no rating. */
  rating?: Rating;
}

export interface AnnotationChange {
  star?: boolean;
  /** 0 removes the rating. */
  rating?: Rating | 0;
  addTags?: readonly string[];
  removeTags?: readonly string[];
}

/** Filter of annotated jobs; all conditions must match. */
export interface AnnotationFilter {
  star: boolean;
  /** All of them. */
  tags: readonly string[];
  /** Minimum rating; 0 for any. */
  rated: Rating | 0;
}

export const MAX_TAG_LENGTH = 40;
export const MAX_RATING = 5;
/** Highest first, as in lists. */
export const RATINGS = [5, 4, 3, 2, 1] as const;
export type Rating = (typeof RATINGS)[number];

/** Normalizes a tag; may return an empty text. Tags must not contain commas, which separate them in the URL. */
export function cleanTag(text: string): string {
  return text
    .replaceAll(/[\s,]+/g, ' ')
    .trim()
    .slice(0, MAX_TAG_LENGTH)
    .trim();
}

/** Parses comma-separated tags. */
export function readTags(text: string): string[] {
  return inOrder(text.split(',').map(cleanTag).filter(Boolean));
}

export function changedAnnotation({ rating, ...mark }: JobAnnotation, change: AnnotationChange): JobAnnotation {
  const { star, addTags = [], removeTags = [] } = change;
  const tags = [...mark.tags, ...addTags.map(cleanTag).filter(Boolean)].filter((tag) => !removeTags.includes(tag));
  const stars = change.rating ?? rating ?? 0;
  return {
    ...mark,
    isStarred: star ?? mark.isStarred,
    tags: inOrder(tags),
    ...(stars === 0 ? {} : { rating: stars }),
  };
}

export function blankAnnotation(surfaceId: string, jobId: string): JobAnnotation {
  return { surfaceId, jobId, isStarred: false, tags: [] };
}

/** Returns true if there is nothing to store. */
export function isBlank({ isStarred, tags, rating }: JobAnnotation): boolean {
  return !isStarred && tags.length === 0 && rating === undefined;
}

export function matchesAnnotations(mark: JobAnnotation, { star, tags, rated }: AnnotationFilter): boolean {
  return (mark.isStarred || !star) && (mark.rating ?? 0) >= rated && tags.every((tag) => mark.tags.includes(tag));
}

export interface AnnotationCounts {
  starred: number;
  /** Number of jobs with at least each used rating, highest first. */
  rated: readonly (readonly [rating: Rating, count: number])[];
  /** By tag, in alphabetical order. */
  tags: readonly (readonly [tag: string, count: number])[];
}

export function countAnnotations(marks: Iterable<JobAnnotation>): AnnotationCounts {
  let starred = 0;
  const counts = new Map<string, number>();
  const ratings = new Map<Rating, number>();
  for (const { isStarred, tags, rating } of marks) {
    if (isStarred) starred += 1;
    if (rating !== undefined) ratings.set(rating, (ratings.get(rating) ?? 0) + 1);
    for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  let rated = 0;
  return {
    starred,
    rated: RATINGS.flatMap((rating) => {
      const count = ratings.get(rating);
      return count === undefined ? [] : [[rating, (rated += count)] as const];
    }),
    tags: inOrder([...counts.keys()]).map((tag) => [tag, counts.get(tag) ?? 0]),
  };
}

export function inOrder(tags: readonly string[]): string[] {
  return [...new Set(tags)].toSorted((left, right) => left.localeCompare(right, 'en', { numeric: true }));
}
