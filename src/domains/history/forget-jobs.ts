import type { JobAnnotation } from '../annotations/job-annotation';
import { broadcastAnnotationsChanged } from '../annotations/annotations-channel';
import { openDatabase } from '../database';
import type { HistoryJob } from './history-job';

interface Remembered {
  key: [string, string];
  job: HistoryJob | undefined;
  workflow: string | undefined;
  mark: JobAnnotation | undefined;
}

/** Removes jobs from the history and the annotations of this browser. Returns a function that puts them back. */
export async function forgetJobs(surfaceId: string, ids: readonly string[]): Promise<() => Promise<void>> {
  try {
    const transaction = (await openDatabase()).transaction(['history', 'historyWorkflows', 'marks'], 'readwrite');
    const [history, workflows, marks] = [
      transaction.objectStore('history'),
      transaction.objectStore('historyWorkflows'),
      transaction.objectStore('marks'),
    ];
    const known: Remembered[] = [];
    for (const id of ids) {
      const key: [string, string] = [surfaceId, id];
      known.push({ key, job: await history.get(key), workflow: await workflows.get(key), mark: await marks.get(key) });
      await Promise.all([history.delete(key), workflows.delete(key), marks.delete(key)]);
    }
    await transaction.done;
    broadcastAnnotationsChanged();
    return async () => {
      const again = (await openDatabase()).transaction(['history', 'historyWorkflows', 'marks'], 'readwrite');
      for (const { key, job, workflow, mark } of known) {
        if (job) await again.objectStore('history').put(job);
        if (workflow !== undefined) await again.objectStore('historyWorkflows').put(workflow, key);
        if (mark) await again.objectStore('marks').put(mark);
      }
      await again.done;
      broadcastAnnotationsChanged();
    };
  } catch {
    // Without storage there is nothing to delete.
    return async () => {};
  }
}
