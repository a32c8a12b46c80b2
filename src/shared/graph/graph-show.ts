import { createContext, use, type ReactNode } from 'react';
import { NOT_RUN, type GraphNodeState, type GraphNodeStates } from './node-look';

/**
 * What changes while one looks: kept out of the elements that xyflow is given, so that a step of a run draws one node and
 * does not hand it the whole graph again.
 */
export interface GraphShow {
  /** Null: nothing runs here, no node has a state. */
  states: GraphNodeStates | null;
  pictures: ReadonlyMap<string, ReactNode>;
  /** What is wrong with a node, in a few words. */
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

/** Whether the view stands so far away that no text can be read. */
export const FarProvider = FarContext.Provider;

export function useIsFar(): boolean {
  return use(FarContext);
}

export function stateOf({ states }: Pick<GraphShow, 'states'>, id: string): GraphNodeState | null {
  return states ? (states.get(id) ?? NOT_RUN) : null;
}

/** The node that works now; null when none does. */
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
