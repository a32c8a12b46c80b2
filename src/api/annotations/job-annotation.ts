/** What the user noted about a job: star, tags and a rating, kept in this browser beside the job history, and nowhere else. Pure. */
export interface JobAnnotation {
  surfaceId: string;
  jobId: string;
  isStarred: boolean;
  /** Each once, in the order of the alphabet. */
  tags: readonly string[];
  /** Absent where nobody rated it. */
  rating?: Rating;
}

export interface AnnotationChange {
  star?: boolean;
  /** 0 takes it away. */
  rating?: Rating | 0;
  addTags?: readonly string[];
  removeTags?: readonly string[];
}

/** Which marked jobs are shown: those that pass each of these. */
export interface AnnotationFilter {
  star: boolean;
  /** All of them. */
  tags: readonly string[];
  /** At least so many stars; 0 for any. */
  rated: Rating | 0;
}

export const MAX_TAG_LENGTH = 40;
export const MAX_RATING = 5;
/** The best first, as lists offer them. */
export const RATINGS = [5, 4, 3, 2, 1] as const;
export type Rating = (typeof RATINGS)[number];

/** As it is kept; empty where nothing is left. A comma parts tags in the address. */
export function cleanTag(text: string): string {
  return text
    .replaceAll(/[\s,]+/g, ' ')
    .trim()
    .slice(0, MAX_TAG_LENGTH)
    .trim();
}

/** Several at once, parted by commas. */
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

/** Nothing is left to be kept. */
export function isBlank({ isStarred, tags, rating }: JobAnnotation): boolean {
  return !isStarred && tags.length === 0 && rating === undefined;
}

export function passesAnnotations(mark: JobAnnotation, { star, tags, rated }: AnnotationFilter): boolean {
  return (mark.isStarred || !star) && (mark.rating ?? 0) >= rated && tags.every((tag) => mark.tags.includes(tag));
}

export interface AnnotationCounts {
  starred: number;
  /** How many are rated at least so, for each rating that was given, the best first. */
  rated: readonly (readonly [rating: Rating, count: number])[];
  /** By tag, in the order of the alphabet. */
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

function inOrder(tags: readonly string[]): string[] {
  return [...new Set(tags)].toSorted((left, right) => left.localeCompare(right, 'en', { numeric: true }));
}
