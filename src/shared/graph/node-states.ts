import { isTerminal } from '@contract/jobs/lifecycle';
import type { ListedJob } from '@contract/jobs/schemas';
import type { JobStart } from '@/domains/jobs/job-start';
import { executionOrder, nodeTitle, type Graph } from '@contract/workflow/graph';
import { t } from '@/lib/i18n/messages';

export type NodeStateName = 'waiting' | 'not run' | 'stopped' | 'cached' | 'running' | 'done' | 'failed' | 'unknown';

export interface NodeRow {
  id: string;
  title: string;
  className: string | null;
  /** Unknown states of later versions are shown unchanged. */
  state: NodeStateName | (string & {});
  /** Duration, once it has finished. */
  ms: number | null;
  step: number | null;
  steps: number | null;
}

export interface NodeStates {
  rows: readonly NodeRow[];
  /** Whether the states are estimated: the job has run, but the surface reported no node states. */
  isEstimated: boolean;
}

/**
 * Returns the state of each node, in execution order.
 * @param graph executed workflow; `null` if unknown
 * @param start by `jobStart`
 */
export function nodeStates(job: ListedJob, graph: Graph | null, start: JobStart): NodeStates {
  const reported = job.progress?.nodes;
  const ids = orderedIds(graph, reported ? Object.keys(reported) : []);
  const guess = reported === undefined ? guessStates(job, ids) : null;
  // Before a job has started, no engine has anything to report.
  const isEstimated = guess !== null && (isTerminal(job.status) ? start !== 'never' : Boolean(job.progress));
  // A job that may have run far, without a trace of how far.
  const isPlaceUnknown = guess !== null && guess.size === 0 && start !== 'never' && isTerminal(job.status);
  const rows = ids.map((id): NodeRow => {
    const node = graph?.get(id);
    const isCurrent = job.progress?.current_node === id;
    const className = node?.classType ?? (isCurrent ? (job.progress?.current_node_class ?? null) : null);
    const said = guess ? guess.get(id) : reported?.[id]?.state;
    const state = isPlaceUnknown ? 'unknown' : shownState(job, said, reported?.[id]?.ms);
    const isStepping = isCurrent && state === 'running';
    return {
      id,
      title: node ? nodeTitle(node) : (className ?? t('Node {id}', { id })),
      className,
      state,
      ms: reported?.[id]?.ms ?? null,
      step: isStepping ? (job.progress?.step ?? null) : null,
      steps: isStepping ? (job.progress?.steps ?? null) : null,
    };
  });
  return {
    rows: guess ? rows : rows.filter(({ id }) => reported?.[id] !== undefined || !isTerminal(job.status)),
    isEstimated,
  };
}

/** In a finished job, no node is waiting. One with a duration ran until the job was canceled or its engine was lost. */
function shownState(job: ListedJob, state = 'waiting', ms: number | null = null): string {
  if (state !== 'waiting' || !isTerminal(job.status)) return state;
  return ms === null ? 'not run' : 'stopped';
}

function orderedIds(graph: Graph | null, reported: readonly string[]): string[] {
  if (!graph) return [...reported];
  const { order, cyclic } = executionOrder(graph);
  const ids = [...order, ...cyclic];
  // Reported nodes that are missing from the graph are shown nevertheless.
  const known = new Set(ids);
  return [...ids, ...reported.filter((id) => !known.has(id))];
}

function guessStates(job: ListedJob, ids: readonly string[]): ReadonlyMap<string, NodeStateName> {
  const states = new Map<string, NodeStateName>();
  if (job.status === 'succeeded') return new Map(ids.map((id) => [id, 'done']));
  const failed = job.error?.node_id ?? null;
  const current = failed ?? job.progress?.current_node ?? null;
  const at = current === null ? -1 : ids.indexOf(current);
  const doneCount = at >= 0 ? at : (job.progress?.nodes_done ?? 0);
  for (const id of ids.slice(0, doneCount)) states.set(id, 'done');
  if (at >= 0 && current !== null) {
    if (failed !== null) states.set(current, 'failed');
    else if (!isTerminal(job.status)) states.set(current, 'running');
  }
  return states;
}
