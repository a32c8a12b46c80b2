import { createContext, use, type ReactNode } from 'react';
import { t } from '@/lib/i18n/messages';
import type { GraphModel, ModelNode } from './graph-model';
import { nodeStateText, NOT_RUN, type GraphNodeState, type GraphNodeStates } from './node-style';

/**
 * State that changes while the graph is shown. It is separate from the elements passed to xyflow, so that a step of a run
 * re-renders one node instead of the whole graph.
 */
export interface GraphViewState {
  /** `null` if the graph shows no run, so that no node has a state. */
  states: GraphNodeStates | null;
  images: ReadonlyMap<string, ReactNode>;
  /** Short description of each node's problem. */
  problems: ReadonlyMap<string, string>;
  selectedId: string | null;
  /** The author's colors of nodes. */
  colors: ReadonlyMap<string, string>;
}

export const EMPTY_VIEW_STATE: GraphViewState = {
  states: null,
  images: new Map(),
  problems: new Map(),
  selectedId: null,
  colors: new Map(),
};

const GraphViewStateContext = createContext<GraphViewState>(EMPTY_VIEW_STATE);

export const GraphViewStateProvider = GraphViewStateContext.Provider;

export function useGraphViewState(): GraphViewState {
  return use(GraphViewStateContext);
}

const ModelContext = createContext<GraphModel | null>(null);

/** Provides the values of the nodes to the drawing. They change while positions stay. */
export const ModelProvider = ModelContext.Provider;

export function useModelNode(id: string): ModelNode | null {
  const model = use(ModelContext);
  return model?.nodes[model.indexOf.get(id) ?? -1] ?? null;
}

const ZoomedOutContext = createContext(false);

/** Provides whether the view is zoomed out so far that no text is readable. */
export const ZoomedOutProvider = ZoomedOutContext.Provider;

export function useIsZoomedOut(): boolean {
  return use(ZoomedOutContext);
}

export function stateOf({ states }: Pick<GraphViewState, 'states'>, id: string): GraphNodeState | null {
  return states ? (states.get(id) ?? NOT_RUN) : null;
}

/** Returns the id of the running node; `null` if there is none. */
export function runningNode(states: GraphNodeStates | null): string | null {
  for (const [id, { state }] of states ?? []) if (state === 'running') return id;
  return null;
}

/** `Blend, node 12, running, step 3 of 20`. */
export function nodeDescription(title: string, id: string, state: GraphNodeState | null, problem?: string): string {
  const step = state?.step ?? null;
  const steps =
    step === null
      ? null
      : state?.steps
        ? t('step {step} of {steps}', { step, steps: state.steps })
        : t('step {step}', { step });
  return [title, t('node {id}', { id }), state && nodeStateText(state.state), steps, problem]
    .filter(Boolean)
    .join(', ');
}
