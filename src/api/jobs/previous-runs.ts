import type { ListedJob } from '@contract/jobs/schemas';
import { LABEL_GRAPH, LABEL_TITLE } from '../outbox/outbox-entry';

/** By what two jobs can be told to be alike; null: not told. */
export interface Likeness {
  /** Fingerprint of the workflow, down to its seeds. */
  graph: string | null;
  title: string | null;
  /** Ids of its nodes, and what the one is called that makes the result. */
  nodes: string | null;
}

export interface PreviousRun extends Likeness {
  ms: number;
}

export function likenessOf({ metadata, progress, output_title }: ListedJob): Likeness {
  const ids = Object.keys(progress?.nodes ?? {});
  return {
    graph: metadata?.[LABEL_GRAPH] || null,
    title: metadata?.[LABEL_TITLE] || null,
    nodes: ids.length === 0 ? null : JSON.stringify([output_title ?? null, ...ids.toSorted()]),
  };
}

/** Null where the job says nothing of how long such a job runs: it was cut short, nothing of it was computed, or it has no times. */
export function earlierRun(job: ListedJob): PreviousRun | null {
  if (job.status !== 'succeeded') return null;
  const ms = Date.parse(job.completed_at ?? '') - Date.parse(job.started_at ?? '');
  if (!(ms > 0)) return null;
  const nodes = Object.values(job.progress?.nodes ?? {});
  if (nodes.length > 0 && nodes.every(({ state }) => state === 'cached')) return null;
  return { ...likenessOf(job), ms };
}
