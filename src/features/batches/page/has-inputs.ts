import { asLink, readWorkflow } from '@contract/workflow/graph';
import type { BatchPlan } from '@/domains/batches/batch-plan';

/** Returns true if a workflow has a value for every input of a plan. */
export function hasInputs(workflowText: string, { axes }: BatchPlan): boolean {
  const read = readWorkflow(workflowText);
  if (!read.ok) return false;
  return axes.every(({ inputs }) =>
    inputs.every(({ nodeId, input }) => {
      const value = read.graph.get(nodeId)?.inputs[input];
      return value !== undefined && asLink(value) === null;
    }),
  );
}
