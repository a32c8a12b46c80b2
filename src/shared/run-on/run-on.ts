import type { AnyRouter } from '@tanstack/react-router';
import { hasPartnerNodes } from '@contract/workflow/partner-nodes';
import { transferFiles } from '@/domains/assets/transfer-files';
import { graphFingerprint } from '@/domains/outbox/graph-fingerprint';
import { submitWorkflow } from '@/domains/outbox/outbox';
import type { OutboxState } from '@/domains/outbox/outbox-entry';
import { waitForOutcome } from '@/domains/outbox/wait-for-outcome';
import { sourceKeyOf } from '@/domains/history/counterparts';
import { sourceKeyOfDraft } from '@/domains/job-record/history-job';
import { isKeyLocked } from '@/api/change-keys';
import { partnerExtraData, partnerKeys } from '@/api/partner-keys';
import { writeDraft } from '@/domains/drafts/drafts';
import { makeDraft } from '@/domains/drafts/make-draft';
import { jobOriginOf, type Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { runAction, type Message } from '@/shared/feedback/action';
import { messageOf } from '@/lib/message-of';

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
  await runAction({
    pending: { title: t('Preparing the run on {name}…', { name: to.name }) },
    async run() {
      const { text, title, source } = await read();
      const workflowText = await transferFiles(text, from, to, new AbortController().signal);
      const needsPartnerKey = hasPartnerNodes(workflowText);
      if (needsPartnerKey && partnerExtraData(to) === null) return saveDraftForKey(router, to, workflowText, title);
      const entryId = await submitWorkflow(to, {
        workflowText,
        graphFingerprint: await graphFingerprint(workflowText),
        title,
        draftId: null,
        needsPartnerKey,
        sourceKey: await keyOf(from, text, source),
      });
      return outcomeMessage(router, to, await waitForOutcome(entryId, AbortSignal.timeout(PATIENCE_MS)));
    },
    done: (message) => message,
    failed: (error) => ({
      title: t('Nothing was submitted to {name}', { name: to.name }),
      description: messageOf(error, t('Try again.')),
    }),
  });
}

/** Without a key its partner nodes would fail: the form on that server asks for it. */
async function saveDraftForKey(router: AnyRouter, to: Surface, text: string, title: string): Promise<Message> {
  const draft = makeDraft(to.id, { text, title, origin: 'job' }, Date.now());
  await writeDraft(draft);
  return {
    tone: 'warn',
    stays: true,
    title: isKeyLocked(partnerKeys, jobOriginOf(to))
      ? t('The key of {name} for the partner nodes is locked', { name: to.name })
      : t('{name} needs a key for the partner nodes', { name: to.name }),
    description: t('Nothing was submitted. The workflow is saved there as a draft.'),
    action: { label: t('Enter the key'), onSelect: () => void router.navigate({ to: `/${to.id}/submit/${draft.id}` }) },
  };
}

function keyOf(from: Surface, text: string, source: WorkflowToRun['source']): Promise<string> | string {
  if ('jobId' in source) return sourceKeyOf(from.id, source.jobId);
  return graphFingerprint(text).then((fingerprint) => sourceKeyOfDraft(source.draftId, fingerprint));
}

function outcomeMessage(router: AnyRouter, to: Surface, state: OutboxState): Message {
  const open = (path: string) => () => void router.navigate({ to: `/${to.id}/${path}` });
  switch (state.name) {
    case 'submitted':
      return {
        title: t('Running on {name}', { name: to.name }),
        action: { label: t('Open the job'), onSelect: open(`jobs/${encodeURIComponent(state.jobId)}`) },
      };
    case 'refused':
      return {
        tone: 'bad',
        title: t('{name} rejected the workflow', { name: to.name }),
        description: state.refusal.message,
      };
    default:
      return {
        tone: 'warn',
        title: t('{name} has not confirmed the run yet', { name: to.name }),
        description: t('It waits in the outbox of that server and is never submitted twice.'),
        action: { label: t('Open its jobs'), onSelect: open('jobs') },
      };
  }
}
