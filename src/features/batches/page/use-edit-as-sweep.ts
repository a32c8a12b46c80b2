import { useNavigate } from '@tanstack/react-router';
import { findSurface } from '@/api/surface';
import type { BatchEntry } from '@/domains/batches/batch-entry';
import type { BatchPlan } from '@/domains/batches/batch-plan';
import type { PlannedWorkflow } from '@/domains/batches/browser-ports';
import { readDraft, writeDraft } from '@/domains/drafts/drafts';
import { makeDraft } from '@/domains/drafts/make-draft';
import { t } from '@/lib/i18n/messages';
import { runAction } from '@/shared/feedback/action';
import { useCurrentSurface } from '@/shared/servers/use-current-surface';
import { hasInputs } from './has-inputs';

/** Opens the sweep dialog with the axes of a batch, on its draft or, if that is gone, on a new draft of its workflow. */
export function useEditAsSweep(batch: BatchEntry, planned: PlannedWorkflow): () => void {
  const navigate = useNavigate();
  const shown = useCurrentSurface();
  const open = async () => {
    const { id, surfaceId } = (await draftOf(batch, planned.plan)) ?? (await newDraft(batch, planned, shown.id));
    await navigate({
      to: '/$surface/submit/$draftId',
      params: { surface: surfaceId, draftId: id },
      search: { sweep: batch.id },
    });
  };
  return () =>
    void runAction({
      run: open,
      failed: () => ({
        title: t('The batch could not be opened as a sweep'),
        description: t('Its workflow could not be read. The batch is unchanged.'),
      }),
    });
}

/** Returns the draft that the batch was started from, if it still has all swept inputs. */
async function draftOf({ draftId }: BatchEntry, plan: BatchPlan) {
  const draft = draftId === null ? null : await readDraft(draftId).catch(() => null);
  return draft && findSurface(draft.surfaceId) && hasInputs(draft.text, plan) ? draft : null;
}

async function newDraft(
  { surfaceIds, title, sourceJobId, fillIns }: BatchEntry,
  { workflowText }: PlannedWorkflow,
  shownId: string,
) {
  const surfaceId = surfaceIds.find((id) => findSurface(id) !== null) ?? shownId;
  const request = { text: workflowText, title, origin: 'job' as const, ...(fillIns ? { fillIns } : {}) };
  const made = makeDraft(surfaceId, request, Date.now());
  const draft = sourceJobId === null ? made : { ...made, sourceJobId };
  await writeDraft(draft);
  return draft;
}
