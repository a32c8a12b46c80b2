import { create } from 'zustand';
import type { ListedJob } from '@contract/jobs/schemas';
import { readAnnotations, writeAnnotations } from '../storage/annotation-records';
import {
  blankAnnotation,
  changedAnnotation,
  isBlank,
  type JobAnnotation,
  type AnnotationChange,
} from './job-annotation';
import { onMarksChanged } from './annotations-channel';

interface JobAnnotations {
  /** By surface and job. */
  marks: ReadonlyMap<string, JobAnnotation>;
  /** False until the browser's storage was read. */
  isRead: boolean;
}

/** What the screens show of the marks: a copy of what is on disk, which every tab keeps up. */
export const useJobAnnotations = create<JobAnnotations>(() => ({ marks: new Map(), isRead: false }));

export function markOf(surfaceId: string, jobId: string) {
  return ({ marks }: JobAnnotations): JobAnnotation | undefined => marks.get(keyOf(surfaceId, jobId));
}

export function annotationsOfSurface({ marks }: JobAnnotations, surfaceId: string): JobAnnotation[] {
  return [...marks.values()].filter((mark) => mark.surfaceId === surfaceId);
}

/** False: it is noted by this page only, since the browser keeps nothing. */
export async function changeAnnotations(
  surfaceId: string,
  jobs: readonly ListedJob[],
  change: AnnotationChange,
): Promise<boolean> {
  useJobAnnotations.setState(({ marks }) => {
    const next = new Map(marks);
    for (const { id } of jobs) {
      const key = keyOf(surfaceId, id);
      const mark = changedAnnotation(next.get(key) ?? blankAnnotation(surfaceId, id), change);
      if (isBlank(mark)) next.delete(key);
      else next.set(key, mark);
    }
    return { marks: next };
  });
  return writeAnnotations(surfaceId, jobs, change).then(
    () => true,
    () => false,
  );
}

function keyOf(surfaceId: string, jobId: string): string {
  return `${surfaceId}/${jobId}`;
}

async function read(): Promise<void> {
  try {
    const marks = await readAnnotations();
    useJobAnnotations.setState({ marks: new Map(marks.map((mark) => [keyOf(mark.surfaceId, mark.jobId), mark])) });
  } catch {
    // No storage: what this page notes lasts as long as the page.
  } finally {
    useJobAnnotations.setState({ isRead: true });
  }
}

onMarksChanged(() => void read());
void read();
