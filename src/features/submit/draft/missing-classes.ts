import { newNodeErrors, type NodeErrors } from '@contract/jobs/node-errors';
import type { Graph } from '@contract/workflow/graph';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import { nearestClass } from '@contract/workflow/validate';
import { t } from '@/lib/i18n/messages';

interface ClassState {
  comfyui: 'connected' | 'away' | 'unused';
  graph: Graph;
  definitions: NodeDefinitions | null;
  /** ComfyUI's own classes. */
  guesses: NodeDefinitions | null;
}

/** Explains which of ComfyUI's own classes the connected one lacks: they are no typos, even if it has classes with similar names. */
export function explainMissingOwnClasses({ comfyui, graph, guesses }: ClassState, errors: NodeErrors): NodeErrors {
  if (comfyui !== 'connected' || guesses === null) return errors;
  const explained = newNodeErrors();
  for (const [nodeId, problems] of Object.entries(errors)) {
    const classType = graph.get(nodeId)?.classType;
    const isOwn = classType !== undefined && Object.hasOwn(guesses, classType);
    explained[nodeId] = problems.map((problem) =>
      isOwn && problem.reason === 'unknown_class' ? { ...problem, message: lacksOwnClass(classType) } : problem,
    );
  }
  return explained;
}

function lacksOwnClass(classType: string): string {
  return t(
    "The connected ComfyUI lacks {classType}, one of ComfyUI's own classes. Update ComfyUI, or check its log for why the class was not loaded.",
    { classType },
  );
}

/** If ComfyUI is never used, a name similar to that of a known class is a typo. */
export function isMisspelled({ comfyui, definitions }: ClassState, classType: string | undefined): boolean {
  return (
    comfyui === 'unused' &&
    classType !== undefined &&
    definitions !== null &&
    nearestClass(classType, definitions) !== null
  );
}
