import { inputsAfterChoice, type EditorState } from '../../draft/editor-state';
import type { SessionState } from '../../draft/session-state';
import { mainInputs } from '../../form/main-inputs';
import type { SweepContext } from './build-sweep';
import { inputLabels } from './input-labels';

type SweptState = Pick<EditorState, 'form' | 'graph' | 'values' | 'definitions' | 'isRunByComfyui'> &
  Partial<Pick<SessionState, 'wildcards'>>;

/** Returns what the plan of a sweep depends on. */
export function sweepContextOf(state: SweptState): SweepContext {
  const { form, graph, isRunByComfyui, wildcards } = state;
  return {
    form,
    labels: inputLabels(form, mainInputs(graph).labels),
    isRunByComfyui,
    lists: wildcards ?? {},
    inputsAfter: ({ nodeId, name }, value) => inputsAfterChoice(state, nodeId, name, value),
  };
}
