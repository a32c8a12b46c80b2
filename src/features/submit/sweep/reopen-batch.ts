import { cellWorkflow, type BatchPlan } from '@/domains/batches/batch-plan';
import { readBatchPlan, resumeBatches } from '@/domains/batches/batches';
import { useBatchView } from '@/domains/batches/batches-store';
import { plannedAxes } from '@/domains/drafts/sweep-form';
import { workflowText } from '../draft/editor-state';
import type { DraftEditor } from '../draft/draft-editor';
import { reopenPlan } from './plan/reopen-plan';
import { newSweep } from './plan/sweep-form';
import type { ReopenedBatch } from '../draft/session-state';
import { changeSweep, sweepFormOf } from './sweep-store';
import { sweepContextOf } from './plan/sweep-context';

/** Fills the sweep of a draft with the axes of a batch; returns `missing` if this browser no longer has the batch. */
export async function reopenBatch(editor: DraftEditor, batchId: string): Promise<ReopenedBatch | 'missing'> {
  await resumeBatches().catch(() => {});
  const planned = await readBatchPlan(batchId).catch(() => null);
  const batch = useBatchView.getState().entries[batchId];
  if (!planned || !batch) return 'missing';
  const { draft } = editor.state;
  const before = sweepFormOf(draft.id);
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
    isDraftChanged:
      firstCell(workflowText(editor.state), planned.plan) !== firstCell(planned.workflowText, planned.plan),
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
