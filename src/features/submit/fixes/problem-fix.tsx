import { useMemo, useRef } from 'react';
import type { NodeProblem } from '@contract/jobs/node-errors';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { LazyMenu } from '@/ui/overlay/lazy-menu';
import { fieldKey } from '@/domains/drafts/field-key';
import { useEditor, useSession } from '../draft/session/session-context';
import type { WorkflowProblem } from '../draft/workflow-problems';
import { FileFixButton } from './file-fix';
import { focusAfterFix } from './focus-after-fix';
import { inputFix } from './input-fix';
import { valueFix } from './value-fix';
import { setClass, setInput } from '../draft/editor-state';

/** Button that fixes a problem of the summary; nothing if only the user knows how. */
export function ProblemFix({ problem }: { problem: WorkflowProblem }) {
  if (problem.nodeProblem) return <NodeProblemFix nodeId={problem.nodeId} problem={problem.nodeProblem} />;
  return problem.fieldKey === null ? null : <FieldFix fieldKey={problem.fieldKey} />;
}

function FieldFix({ fieldKey: key }: { fieldKey: string }) {
  const { editor } = useSession();
  const field = useEditor((state) => state.form.fields.get(key));
  const value = useEditor((state) => state.values.get(key));
  const fix = useMemo(() => (field && value !== undefined ? valueFix(field, value) : null), [field, value]);
  if (!field) return null;
  if (!fix) return field.media ? <FileFixButton field={field} /> : null;
  return (
    <Button
      size="sm"
      onClick={(event) => {
        focusAfterFix(editor, event.currentTarget, { nodeId: field.nodeId, fieldKey: key });
        editor.setValues([[key, fix.value]]);
      }}
    >
      {fix.label}
    </Button>
  );
}

/** Button for a problem of a node, or of an input without a field. */
export function NodeProblemFix({ nodeId, problem }: { nodeId: string; problem: NodeProblem }) {
  const { editor } = useSession();
  const graph = useEditor((state) => state.graph);
  const definitions = useEditor((state) => state.definitions);
  const guesses = useEditor((state) => state.guesses);
  const fix = useMemo(
    () => inputFix({ graph, definitions, guesses }, nodeId, problem),
    [graph, definitions, guesses, nodeId, problem],
  );
  const frame = useRef<HTMLSpanElement>(null);
  const { field } = problem;
  if (!fix) return null;
  const focusLater = (key: string | null) => focusAfterFix(editor, frame.current, { nodeId, fieldKey: key });
  const button =
    fix.kind === 'class' ? (
      <Button
        size="sm"
        title={t('Makes this a node of the known class')}
        onClick={() => {
          focusLater(null);
          editor.edit((state) => setClass(state, nodeId, fix.classType));
        }}
      >
        {t('Use {classType}', { classType: fix.classType })}
      </Button>
    ) : fix.kind === 'value' ? (
      <Button
        size="sm"
        title={t('Adds the input with its default')}
        onClick={() => {
          focusLater(fieldKey(nodeId, field));
          editor.edit((state) => setInput(state, nodeId, field, fix.value));
        }}
      >
        {t('Add {field}', { field })}
      </Button>
    ) : (
      <LazyMenu
        align="start"
        trigger={<Button size="sm">{t('Connect {field}', { field })}</Button>}
        items={fix.choices.map((choice) => ({
          label: choice.label,
          onSelect: () => {
            focusLater(null);
            editor.edit((state) => setInput(state, nodeId, field, [choice.nodeId, choice.slot]));
          },
        }))}
      />
    );
  return <span ref={frame}>{button}</span>;
}
