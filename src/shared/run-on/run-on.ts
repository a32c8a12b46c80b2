import type { AnyRouter } from '@tanstack/react-router';
import { hasPartnerNodes } from '@contract/workflow/partner-nodes';
import { transferFiles } from '@/domains/assets/transfer-files';
import { graphFingerprint } from '@/domains/outbox/graph-fingerprint';
import { submitWorkflow } from '@/domains/outbox/outbox';
import type { OutboxState } from '@/domains/outbox/outbox-state';
import { waitForOutcome } from '@/domains/outbox/wait-for-outcome';
import { sourceKeyOf } from '@/domains/history/counterparts';
import { sourceKeyOfDraft } from '@/domains/history/history-job';
import { partnerExtraData } from '@/api/partner-keys';
import { writeDraft } from '@/domains/drafts/drafts';
import { makeDraft } from '@/domains/drafts/make-draft';
import type { Surface } from '@/api/surface';
import { dismissToast, showToast } from '@/shared/feedback/toasts';

export interface WorkflowToRun {
  text: string;
  title: string;
  /** Source of the run: the outputs of both runs can be compared. */
  source: { jobId: string } | { draftId: string };
}

const PATIENCE_MS = 20_000;

/**
 * Runs a workflow at another server in one step: its files are found there by their hash or uploaded, then it is
 * submitted through the outbox like any run. One click makes at most one job.
 */
export async function runOn(
  router: AnyRouter,
  { from, to }: { from: Surface; to: Surface },
  read: () => Promise<WorkflowToRun>,
): Promise<void> {
  const preparing = showToast({ tone: 'neutral', stays: true, title: `Preparing the run on ${to.name}…` });
  try {
    const { text, title, source } = await read();
    const workflowText = await transferFiles(text, from, to, new AbortController().signal);
    const needsPartnerKey = hasPartnerNodes(workflowText);
    if (needsPartnerKey && partnerExtraData(to) === null) {
      await openKeyDialog(router, to, workflowText, title);
      return;
    }
    const entryId = await submitWorkflow(to, {
      workflowText,
      graphFingerprint: await graphFingerprint(workflowText),
      title,
      draftId: null,
      needsPartnerKey,
      sourceKey: await keyOf(from, text, source),
    });
    const state = await waitForOutcome(entryId, AbortSignal.timeout(PATIENCE_MS));
    report(router, to, state);
  } catch (error) {
    showToast({
      tone: 'bad',
      title: `Nothing was submitted to ${to.name}`,
      description: error instanceof Error ? error.message : 'Try again.',
    });
  } finally {
    dismissToast(preparing);
  }
}

/** Without a key its partner nodes would fail: the form on that server asks for it. */
async function openKeyDialog(router: AnyRouter, to: Surface, text: string, title: string): Promise<void> {
  const draft = makeDraft(to.id, { text, title, origin: 'job' }, Date.now());
  await writeDraft(draft);
  showToast({
    tone: 'warn',
    stays: true,
    title: `${to.name} needs a key for the partner nodes`,
    description: 'Nothing was submitted. The workflow is saved there as a draft.',
    action: { label: 'Enter the key', onSelect: () => void router.navigate({ to: `/${to.id}/submit/${draft.id}` }) },
  });
}

function keyOf(from: Surface, text: string, source: WorkflowToRun['source']): Promise<string> | string {
  if ('jobId' in source) return sourceKeyOf(from.id, source.jobId);
  return graphFingerprint(text).then((fingerprint) => sourceKeyOfDraft(source.draftId, fingerprint));
}

function report(router: AnyRouter, to: Surface, state: OutboxState): void {
  const open = (path: string) => () => void router.navigate({ to: `/${to.id}/${path}` });
  switch (state.name) {
    case 'submitted':
      showToast({
        tone: 'ok',
        title: `Running on ${to.name}`,
        action: { label: 'Open the job', onSelect: open(`jobs/${encodeURIComponent(state.jobId)}`) },
      });
      return;
    case 'refused':
      showToast({ tone: 'bad', title: `${to.name} rejected the workflow`, description: state.refusal.message });
      return;
    default:
      showToast({
        tone: 'warn',
        title: `${to.name} has not confirmed the run yet`,
        description: 'It waits in the outbox of that server and is never submitted twice.',
        action: { label: 'Open its jobs', onSelect: open('jobs') },
      });
  }
}
