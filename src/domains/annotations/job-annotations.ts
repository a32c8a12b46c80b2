import { create } from 'zustand';
import type { ListedJob } from '@contract/jobs/schemas';
import { loadModule } from '@/lib/load-module';
import { readAnnotations } from './annotation-records';
import {
  blankAnnotation,
  changedAnnotation,
  isBlank,
  type JobAnnotation,
  type AnnotationChange,
} from './job-annotation';
import { onRecordsChanged } from '../curated/records-channel';

interface JobAnnotations {
  /** By surface and job. */
  marks: ReadonlyMap<string, JobAnnotation>;
  /** False until the storage has been read. */
  isRead: boolean;
}

/** In-memory copy of the stored annotations, kept in sync across tabs. */
export const useJobAnnotations = create<JobAnnotations>(() => ({ marks: new Map(), isRead: false }));

export function markOf(surfaceId: string, jobId: string) {
  return ({ marks }: JobAnnotations): JobAnnotation | undefined => marks.get(keyOf(surfaceId, jobId));
}

export function annotationsOfSurface({ marks }: JobAnnotations, surfaceId: string): JobAnnotation[] {
  return [...marks.values()].filter((mark) => mark.surfaceId === surfaceId);
}

/** Loads the code that stores changes. The page does so when it is idle, so that it can store them while the gateway is down. */
export const loadWriter = () => loadModule(() => import('./write-annotations'));

/** False if annotations live in this page only, because the browser has no storage. */
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
  try {
    await (await loadWriter()).writeAnnotations(surfaceId, jobs, change);
    return true;
  } catch {
    return false;
  }
}

function keyOf(surfaceId: string, jobId: string): string {
  return `${surfaceId}/${jobId}`;
}

async function read(): Promise<void> {
  try {
    const marks = await readAnnotations();
    useJobAnnotations.setState({ marks: new Map(marks.map((mark) => [keyOf(mark.surfaceId, mark.jobId), mark])) });
  } catch {
    // Without storage, annotations last until the page closes.
  } finally {
    useJobAnnotations.setState({ isRead: true });
  }
}

onRecordsChanged((kind) => {
  if (kind === 'annotation') void read();
});
void read();
