import { FileText, Plus } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { type BatchPlan, cellWorkflow, MAX_AXES } from '@/domains/batches/batch-plan';
import { msg, t } from '@/lib/i18n/messages';
import { FileDropTarget } from '@/shared/drop/file-drop-target';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import type { DraftEditor } from '../draft/draft-editor';
import { useEditor, useSession } from '../draft/session/session-context';
import type { ReopenedBatch, SweepRequest } from '../draft/session-state';
import { AxisCard } from './axis/axis-card';
import { AxisLink } from './axis/axis-link';
import { CsvAxisEditor } from './axis/csv-axis-editor';
import { focusMarked } from './axis/focus-mark';
import { FixedAxisEditor } from './axis/fixed-axis-editor';
import { InputAxisEditor } from './axis/input-axis-editor';
import { isTableFile, readTableFile } from './axis/read-table-file';
import { columnGuesses } from './plan/column-guesses';
import { withTable } from './plan/csv-axis';
import { plannedAxes, type SweepAxis } from '@/domains/drafts/sweep-form';
import { readBatchPlan, resumeBatches } from '@/domains/batches/batches';
import { useBatchView } from '@/domains/batches/batches-store';
import { Trans } from '@/lib/i18n/trans';
import { newCsvAxis, newInputAxis, newSweep } from './plan/sweep-form';
import { markUnsentFiles } from './sweep-files';
import { SweepOptions } from './sweep-options';
import { SweepPreview } from './sweep-preview';
import { addAxis, changeSweep, randomSource, removeAxis, startSweep, sweepFormOf } from './sweep-store';
import { useStartSweep } from './use-start-sweep';
import { useBuiltSweep, useSweepContext, useSweepObstacle, useSweepServers } from './use-sweep';
import { workflowText } from '../draft/editor-state';
import { listsToDraw, withoutDrawn } from '../draft/runs/sent-text';
import { reopenPlan } from './plan/reopen-plan';
import { sweepContextOf } from './plan/sweep-context';

/** Drops on the rest of the dialog are tables: files belong to one axis. */
const NOT_A_TABLE = msg('Drop one CSV table here, or files on the axis that they are for.');

/** Plans a sweep of the open draft: its axes, and what they result in. Closing it keeps the plan. */
export function SweepDialog({ onClose }: { onClose: () => void }) {
  const { editor } = useSession();
  const isApplied = useEditor(({ sweep }) => sweep?.isApplied === true);
  // Once per opening, and before the dialog looks for the control to focus.
  useEffect(() => {
    const { sweep } = editor.state;
    if (sweep) void applyRequest(editor, sweep.request);
  }, [editor]);
  return isApplied ? <Planner onClose={onClose} /> : null;
}

async function applyRequest(editor: DraftEditor, request: SweepRequest): Promise<void> {
  const { batchId, fieldKey } = request;
  const reopened = batchId === undefined ? null : await reopenBatch(editor, batchId);
  if (editor.state.sweep?.request !== request) return;
  const draftId = editor.state.draft.id;
  markUnsentFiles(draftId);
  const field = editor.state.form.fields.get(fieldKey ?? '') ?? null;
  startSweep(draftId, request, field, field ? editor.state.values.get(field.key) : undefined);
  editor.store.setState({ sweep: { request, isApplied: true, reopened } });
}

function Planner({ onClose }: { onClose: () => void }) {
  const { editor } = useSession();
  const context = useSweepContext();
  const { form, built } = useBuiltSweep(context);
  const servers = useSweepServers(form);
  const obstacle = useSweepObstacle(form, built, servers);
  const { start, isStarting, hasFailed } = useStartSweep(context, servers);
  const [hasTried, setHasTried] = useState(false);
  const isIncomplete = obstacle === null && !built.isReady;
  const missing = form.axes.length === 0 ? t('Add an axis first.') : t('Complete the axes first.');
  const note = obstacle ?? (isIncomplete && hasTried ? missing : null);
  const tryToStart = () => {
    setHasTried(isIncomplete);
    if (!isIncomplete) void start();
  };
  const draftId = editor.state.draft.id;
  const axes = useRef<HTMLDivElement>(null);
  const add = (axis: SweepAxis) => {
    addAxis(draftId, axis);
    // After it is rendered.
    requestAnimationFrame(() => focusMarked(axes.current));
  };
  const fullReason = form.axes.length >= MAX_AXES ? t('A sweep has at most {count} axes', { count: MAX_AXES }) : null;
  const [dropProblem, setDropProblem] = useState<string | null>(null);
  const takeDrop = async (files: readonly File[]) => {
    const [file, ...more] = files.filter(isTableFile);
    const read = file && more.length === 0 ? await readTableFile(file) : { problem: t(NOT_A_TABLE) };
    const problem = 'problem' in read ? read.problem : fullReason;
    setDropProblem(problem);
    if (file && 'text' in read && problem === null)
      add(
        withTable(newCsvAxis(crypto.randomUUID()), read.text, file.name, context.labels, columnGuesses(editor.state)),
      );
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      size="lg"
      title={t('Sweep')}
      description={t('Runs the workflow once for every combination of the values below, or for some of them.')}
      actions={
        <>
          <p role="status" className="mr-auto self-center text-sm text-muted empty:hidden">
            {note}
          </p>
          <Button onClick={onClose}>{t('Close')}</Button>
          <Button tone="primary" isBusy={isStarting} disabledReason={obstacle} onClick={tryToStart}>
            {built.isReady
              ? t('Start {count, plural, one {# job} other {# jobs}}', { count: built.count })
              : t('Start')}
          </Button>
        </>
      }
    >
      <FileDropTarget
        spot={{ label: t('the sweep'), media: 'file', several: 'list' }}
        onFiles={(files) => void takeDrop(files)}
      >
        <div className="grid gap-x-6 gap-y-5 pt-1 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
          <div ref={axes} className="flex min-w-0 flex-col gap-3">
            <ReopenedNote />
            {form.axes.map((axis, index) => (
              <AxisCard
                key={axis.id}
                number={index + 1}
                kind={axis.kind}
                built={built.axes[index]}
                showsMissing={hasTried}
                onRemove={() => removeAxis(draftId, axis.id)}
              >
                {axis.kind === 'csv' ? (
                  <CsvAxisEditor axis={axis} labels={context.labels} hasAutofocus={index === form.axes.length - 1} />
                ) : axis.kind === 'fixed' ? (
                  <FixedAxisEditor axis={axis} />
                ) : (
                  <InputAxisEditor
                    axis={axis}
                    number={index + 1}
                    fields={context.form.fields}
                    labels={context.labels}
                    hasAutofocus={index === form.axes.length - 1}
                  />
                )}
                <AxisLink axes={form.axes} index={index} built={built} />
              </AxisCard>
            ))}
            {dropProblem === null ? null : (
              <p role="alert" className="text-sm text-bad">
                {dropProblem}
              </p>
            )}
            <div className="flex flex-wrap gap-2">
              <Button
                disabledReason={fullReason}
                onClick={() => add(newInputAxis(crypto.randomUUID(), null, randomSource()))}
              >
                <Plus aria-hidden />
                {t('Add an axis')}
              </Button>
              <Button disabledReason={fullReason} onClick={() => add(newCsvAxis(crypto.randomUUID()))}>
                <FileText aria-hidden />
                {t('Add a CSV table')}
              </Button>
            </div>
          </div>
          <div className="flex min-w-0 flex-col gap-5">
            <SweepPreview built={built} limit={form.limit} servers={1 + servers.chosen.length} />
            <SweepOptions form={form} built={built} servers={servers} />
            {hasFailed ? (
              <p role="alert" className="rounded-lg bg-bad-soft px-3 py-2.5">
                <Trans
                  text="<b>Nothing was started.</b> Could not save the sweep in this browser before sending it. Is its disk full?"
                  values={{ b: semibold }}
                />
              </p>
            ) : null}
          </div>
        </div>
      </FileDropTarget>
    </Dialog>
  );
}

/** Says which batch the plan was filled with, and offers the plan before. */
function ReopenedNote() {
  const { editor } = useSession();
  const reopened = useEditor(({ sweep }) => sweep?.reopened ?? null);
  if (reopened === null) return null;
  if (reopened === 'missing') {
    return (
      <p role="alert" className="rounded-lg bg-warn-soft px-3 py-2.5">
        {t('This browser no longer has the batch, so its axes could not be filled in.')}
      </p>
    );
  }
  const { title, isDraftChanged, previous } = reopened;
  return (
    <div role="status" className="flex flex-col items-start gap-2 rounded-lg bg-raised px-3 py-2.5">
      <p className="wrap-anywhere">
        {[
          t('Filled with the values of “{title}”.', { title }),
          isDraftChanged && t('The draft has changed since: new jobs use its inputs as they are now.'),
          previous && t('They replaced the plan that was kept here.'),
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      {previous ? (
        <Button
          size="sm"
          onClick={() => {
            changeSweep(editor.state.draft.id, () => previous);
            editor.store.setState(({ sweep }) => ({ sweep: sweep && { ...sweep, reopened: null } }));
          }}
        >
          {t('Restore the previous plan')}
        </Button>
      ) : null}
    </div>
  );
}

/** Fills the sweep of a draft with the axes of a batch; returns `missing` if this browser no longer has the batch. */
async function reopenBatch(editor: DraftEditor, batchId: string): Promise<ReopenedBatch | 'missing'> {
  await resumeBatches().catch(() => {});
  const planned = await readBatchPlan(batchId).catch(() => null);
  const batch = useBatchView.getState().entries[batchId];
  if (!planned || !batch) return 'missing';
  const { draft } = editor.state;
  const before = sweepFormOf(draft.id);
  const ran = withoutDrawn(editor.state, await listsToDraw(editor.state), planned.workflowText);
  const axes = reopenPlan(planned.plan, sweepContextOf(editor.state), () => crypto.randomUUID());
  changeSweep(draft.id, () => ({
    ...newSweep(),
    limit: String(batch.limit),
    cap: batch.cap === undefined ? '' : String(batch.cap),
    otherSurfaceIds: batch.surfaceIds.filter((id) => id !== draft.surfaceId),
    axes,
  }));
  return {
    title: batch.title,
    isDraftChanged: firstCell(workflowText(editor.state), planned.plan) !== firstCell(ran, planned.plan),
    previous: plannedAxes(before) > 0 ? before : null,
  };
}

function firstCell(text: string, plan: BatchPlan): string | null {
  try {
    return cellWorkflow(text, plan, 0);
  } catch {
    return null;
  }
}

function semibold(content: ReactNode) {
  return <span className="font-semibold">{content}</span>;
}
