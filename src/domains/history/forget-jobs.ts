import type { IDBPTransaction, StoreNames } from 'idb';
import { blankAnnotation, type JobAnnotation } from '../annotations/job-annotation';
import { putAnnotation } from '../annotations/put-annotation';
import { CURATED_STORES } from '../curated/curated-kinds';
import { broadcastRecordsChanged } from '../curated/records-channel';
import { openDatabase, type FlowdeckSchema } from '../database';
import type { HistoryJob } from '../job-record/history-job';
import type { KeptGraph } from './kept-graph';

const STORES: StoreNames<FlowdeckSchema>[] = ['history', 'historyWorkflows', 'graphs', 'graphTexts', ...CURATED_STORES];
type Changes = IDBPTransaction<FlowdeckSchema, typeof STORES, 'readwrite'>;

interface Remembered {
  key: [string, string];
  job: HistoryJob | undefined;
  workflow: string | undefined;
  /** Set if no other job has the same one. */
  graph: [KeptGraph, string] | null;
  mark: JobAnnotation | undefined;
}

/** Removes jobs from the history and the annotations of this browser. Returns a function that puts them back. */
export async function forgetJobs(surfaceId: string, ids: readonly string[]): Promise<() => Promise<void>> {
  try {
    const transaction = (await openDatabase()).transaction(STORES, 'readwrite');
    const [history, workflows, marks] = [
      transaction.objectStore('history'),
      transaction.objectStore('historyWorkflows'),
      transaction.objectStore('marks'),
    ];
    const known: Remembered[] = [];
    for (const id of ids) {
      const key: [string, string] = [surfaceId, id];
      const job = await history.get(key);
      const [workflow, mark] = [await workflows.get(key), await marks.get(key)];
      if (mark) await putAnnotation(transaction, blankAnnotation(surfaceId, id));
      await Promise.all([history.delete(key), workflows.delete(key)]);
      known.push({ key, job, workflow, mark, graph: await takeUnused(transaction, job?.graph) });
    }
    await transaction.done;
    broadcastRecordsChanged('annotation');
    return async () => {
      const again = (await openDatabase()).transaction(STORES, 'readwrite');
      for (const { key, job, workflow, mark, graph } of known) {
        if (job) await again.objectStore('history').put(job);
        if (workflow !== undefined) await again.objectStore('historyWorkflows').put(workflow, key);
        if (graph) await again.objectStore('graphs').put(graph[0]);
        if (graph) await again.objectStore('graphTexts').put(graph[1], graph[0].id);
        if (mark) await putAnnotation(again, mark);
      }
      await again.done;
      broadcastRecordsChanged('annotation');
    };
  } catch {
    // Without storage there is nothing to delete.
    return async () => {};
  }
}

/** Removes the workflow of a forgotten job, unless another one has it. */
async function takeUnused(changes: Changes, id: string | undefined): Promise<Remembered['graph']> {
  if (id === undefined || (await changes.objectStore('history').index('byGraph').count(id)) > 0) return null;
  const graph = await changes.objectStore('graphs').get(id);
  const text = await changes.objectStore('graphTexts').get(id);
  await Promise.all([changes.objectStore('graphs').delete(id), changes.objectStore('graphTexts').delete(id)]);
  return graph && text !== undefined ? [graph, text] : null;
}
