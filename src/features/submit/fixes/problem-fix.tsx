import { useMemo } from 'react';
import type { NodeProblem } from '@contract/jobs/node-errors';
import { Button } from '@/ui/button';
import { LazyMenu } from '@/ui/overlay/lazy-menu';
import { revealTarget } from '../editor/focus-field';
import { fieldKey } from '@/domains/drafts/field-key';
import { useEditor, useSession } from '../editor/session-context';
import type { WorkflowProblem } from '../editor/workflow-problems';
import { inputFix } from './input-fix';
import { valueFix } from './value-fix';

/** Button that fixes a problem of the summary; nothing if only the user knows how. */
export function ProblemFix({ problem }: { problem: WorkflowProblem }) {
  if (problem.nodeProblem) return <NodeProblemFix nodeId={problem.nodeId} problem={problem.nodeProblem} />;
  return problem.fieldKey === null ? null : <FieldFix fieldKey={problem.fieldKey} />;
}

function FieldFix({ fieldKey: key }: { fieldKey: string }) {
  const session = useSession();
  const field = useEditor((state) => state.form.fields.get(key));
  const value = useEditor((state) => state.values[key]);
  const fix = useMemo(() => (field && value !== undefined ? valueFix(field, value) : null), [field, value]);
  if (!fix) return null;
  return (
    <Button size="sm" onClick={() => session.setValues([[key, fix.value]])}>
      {fix.label}
    </Button>
  );
}

/** Button for a problem of an input without a field: adds a missing value, or offers nodes to connect. */
export function NodeProblemFix({ nodeId, problem }: { nodeId: string; problem: NodeProblem }) {
  const session = useSession();
  const graph = useEditor((state) => state.graph);
  const definitions = useEditor((state) => state.definitions);
  const fix = useMemo(() => inputFix({ graph, definitions }, nodeId, problem), [graph, definitions, nodeId, problem]);
  const { field } = problem;
  if (!fix) return null;
  if (fix.kind === 'value') {
    return (
      <Button
        size="sm"
        title="Adds the input with its default"
        onClick={() => {
          session.setInput(nodeId, field, fix.value);
          revealTarget(session, { nodeId, fieldKey: fieldKey(nodeId, field) });
        }}
      >
        Add {field}
      </Button>
    );
  }
  return (
    <LazyMenu
      align="start"
      trigger={<Button size="sm">Connect {field}</Button>}
      items={fix.choices.map((choice) => ({
        label: choice.label,
        onSelect: () => session.setInput(nodeId, field, [choice.nodeId, choice.slot]),
      }))}
    />
  );
}
