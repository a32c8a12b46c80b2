import type { ListedJob } from '@contract/jobs/schemas';
import { LABEL_GRAPH, LABEL_TITLE } from '../job-record/job-labels';

/** Properties by which jobs are compared; `null` if unknown. */
export interface RunSignature {
  /** Fingerprint of the workflow, including its seeds. */
  graph: string | null;
  title: string | null;
  /** Ids of its nodes, and the title of the output node. */
  nodes: string | null;
}

export interface PreviousRun extends RunSignature {
  ms: number;
}

export function toRunSignature({ metadata, progress, output_title }: ListedJob): RunSignature {
  const ids = Object.keys(progress?.nodes ?? {});
  return {
    graph: metadata?.[LABEL_GRAPH] || null,
    title: metadata?.[LABEL_TITLE] || null,
    nodes: ids.length === 0 ? null : JSON.stringify([output_title ?? null, ...ids.toSorted()]),
  };
}

/**
 * Returns `null` if the job says nothing about typical run times: it was interrupted, fully cached, or has no times.
 */
export function earlierRun(job: ListedJob): PreviousRun | null {
  if (job.status !== 'succeeded') return null;
  const ms = Date.parse(job.completed_at ?? '') - Date.parse(job.started_at ?? '');
  if (!(ms > 0)) return null;
  const nodes = Object.values(job.progress?.nodes ?? {});
  if (nodes.length > 0 && nodes.every(({ state }) => state === 'cached')) return null;
  return { ...toRunSignature(job), ms };
}
