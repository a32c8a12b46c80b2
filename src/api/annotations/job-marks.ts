import { create } from 'zustand';
import type { ListedJob } from '@contract/jobs/schemas';
import { readMarks, writeMarks } from '../storage/mark-records';
import { blankMark, changedMark, isBlank, type JobMark, type MarkChange } from './job-mark';
import { onMarksChanged } from './marks-channel';

interface JobMarks {
  /** By surface and job. */
  marks: ReadonlyMap<string, JobMark>;
  /** False until the browser's storage was read. */
  isRead: boolean;
}

/** What the screens show of the marks: a copy of what is on disk, which every tab keeps up. */
export const useJobMarks = create<JobMarks>(() => ({ marks: new Map(), isRead: false }));

export function markOf(surfaceId: string, jobId: string) {
  return ({ marks }: JobMarks): JobMark | undefined => marks.get(keyOf(surfaceId, jobId));
}

export function marksOfSurface({ marks }: JobMarks, surfaceId: string): JobMark[] {
  return [...marks.values()].filter((mark) => mark.surfaceId === surfaceId);
}

/** False: it is noted by this page only, since the browser keeps nothing. */
export async function changeMarks(surfaceId: string, jobs: readonly ListedJob[], change: MarkChange): Promise<boolean> {
  useJobMarks.setState(({ marks }) => {
    const next = new Map(marks);
    for (const { id } of jobs) {
      const key = keyOf(surfaceId, id);
      const mark = changedMark(next.get(key) ?? blankMark(surfaceId, id), change);
      if (isBlank(mark)) next.delete(key);
      else next.set(key, mark);
    }
    return { marks: next };
  });
  return writeMarks(surfaceId, jobs, change).then(
    () => true,
    () => false,
  );
}

function keyOf(surfaceId: string, jobId: string): string {
  return `${surfaceId}/${jobId}`;
}

async function read(): Promise<void> {
  try {
    const marks = await readMarks();
    useJobMarks.setState({ marks: new Map(marks.map((mark) => [keyOf(mark.surfaceId, mark.jobId), mark])) });
  } catch {
    // No storage: what this page notes lasts as long as the page.
  } finally {
    useJobMarks.setState({ isRead: true });
  }
}

onMarksChanged(() => void read());
void read();
