/** What the user noted about a job: kept in this browser beside the job history, and nowhere else. Pure. */
export interface JobMark {
  surfaceId: string;
  jobId: string;
  isStarred: boolean;
  /** Each once, in the order of the alphabet. */
  tags: readonly string[];
}

export interface MarkChange {
  star?: boolean;
  addTags?: readonly string[];
  removeTags?: readonly string[];
}

/** Which marked jobs are shown: starred ones, those that carry every tag, or both. */
export interface MarkFilter {
  star: boolean;
  tags: readonly string[];
}

export const MAX_TAG_LENGTH = 40;

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

export function changedMark(mark: JobMark, { star, addTags = [], removeTags = [] }: MarkChange): JobMark {
  const tags = [...mark.tags, ...addTags.map(cleanTag).filter(Boolean)].filter((tag) => !removeTags.includes(tag));
  return { ...mark, isStarred: star ?? mark.isStarred, tags: inOrder(tags) };
}

/** Nothing is left to be kept. */
export function isBlank({ isStarred, tags }: JobMark): boolean {
  return !isStarred && tags.length === 0;
}

export function passesMarks(mark: JobMark, { star, tags }: MarkFilter): boolean {
  return (mark.isStarred || !star) && tags.every((tag) => mark.tags.includes(tag));
}

export interface MarkCounts {
  starred: number;
  /** By tag, in the order of the alphabet. */
  tags: readonly (readonly [tag: string, count: number])[];
}

export function countMarks(marks: Iterable<JobMark>): MarkCounts {
  let starred = 0;
  const counts = new Map<string, number>();
  for (const { isStarred, tags } of marks) {
    if (isStarred) starred += 1;
    for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return { starred, tags: inOrder([...counts.keys()]).map((tag) => [tag, counts.get(tag) ?? 0]) };
}

function inOrder(tags: readonly string[]): string[] {
  return [...new Set(tags)].toSorted((left, right) => left.localeCompare(right, 'en', { numeric: true }));
}
