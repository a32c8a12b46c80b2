import { isTerminal } from '@contract/jobs/lifecycle';
import type { ListedJob } from '@contract/jobs/schemas';
import { executionOrder, nodeTitle, type Graph } from '@contract/workflow/graph';

export type NodeStateName = 'waiting' | 'not run' | 'cached' | 'running' | 'done' | 'failed';

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

/** Returns the state of each node, in execution order. @param graph executed workflow; `null` if unknown */
export function nodeStates(job: ListedJob, graph: Graph | null): NodeStates {
  const reported = job.progress?.nodes;
  const ids = orderedIds(graph, reported ? Object.keys(reported) : []);
  const guess = reported === undefined ? guessStates(job, ids) : null;
  // Before a job has started, no engine has anything to report.
  const isEstimated = guess !== null && (isTerminal(job.status) ? Boolean(job.started_at) : Boolean(job.progress));
  const rows = ids.map((id): NodeRow => {
    const node = graph?.get(id);
    const isCurrent = job.progress?.current_node === id;
    const className = node?.classType ?? (isCurrent ? (job.progress?.current_node_class ?? null) : null);
    const state = shownState(job, guess ? guess.get(id) : reported?.[id]?.state);
    const isStepping = isCurrent && state === 'running';
    return {
      id,
      title: node ? nodeTitle(node) : (className ?? `Node ${id}`),
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

/** In a finished job, no node is waiting. */
function shownState(job: ListedJob, state = 'waiting'): string {
  return state === 'waiting' && isTerminal(job.status) ? 'not run' : state;
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
