import { createContext, use, type ReactNode } from 'react';
import { NOT_RUN, type GraphNodeState, type GraphNodeStates } from './node-look';

/**
 * State that changes while the graph is shown. It is separate from the elements passed to xyflow, so that a step of a run
 * re-renders one node instead of the whole graph.
 */
export interface GraphShow {
  /** `null` if the graph shows no run, so that no node has a state. */
  states: GraphNodeStates | null;
  pictures: ReadonlyMap<string, ReactNode>;
  /** Short description of each node's problem. */
  problems: ReadonlyMap<string, string>;
  selectedId: string | null;
}

export const NOTHING_SHOWN: GraphShow = { states: null, pictures: new Map(), problems: new Map(), selectedId: null };

const GraphShowContext = createContext<GraphShow>(NOTHING_SHOWN);

export const GraphShowProvider = GraphShowContext.Provider;

export function useGraphShow(): GraphShow {
  return use(GraphShowContext);
}

const FarContext = createContext(false);

/** Provides whether the view is zoomed out so far that no text is readable. */
export const FarProvider = FarContext.Provider;

export function useIsFar(): boolean {
  return use(FarContext);
}

export function stateOf({ states }: Pick<GraphShow, 'states'>, id: string): GraphNodeState | null {
  return states ? (states.get(id) ?? NOT_RUN) : null;
}

/** Returns the id of the running node; `null` if there is none. */
export function runningNode(states: GraphNodeStates | null): string | null {
  for (const [id, { state }] of states ?? []) if (state === 'running') return id;
  return null;
}

/** `Blend, node 12, running, step 3 of 20`. */
export function nodeSentence(title: string, id: string, state: GraphNodeState | null, problem?: string): string {
  const step = state?.step ?? null;
  const steps = step === null ? null : state?.steps ? `step ${step} of ${state.steps}` : `step ${step}`;
  return [title, `node ${id}`, state?.state, steps, problem].filter(Boolean).join(', ');
}
