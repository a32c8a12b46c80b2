import { readWorkflow } from '@contract/workflow/graph';
import type { Draft } from '@/domains/drafts/draft';
import { readDraft, updateDraft } from '@/domains/drafts/drafts';
import { fitTemplate } from '@/domains/templates/template-document';
import type { SavedTemplate } from '@/domains/templates/saved-template';
import { matchingTemplates } from '@/domains/templates/saved-templates';
import { t } from '@/lib/i18n/messages';
import { runAction } from '@/shared/feedback/action';
import type { ToastAction } from '@/shared/feedback/toasts';
import { openSession } from '../draft/session/open-sessions';
import { applySavedTemplate } from '../draft/edit-template';

const MAX_OFFERS = 3;

/** Offers the saved templates of the same nodes for a workflow that was just opened. It keeps its own values. */
export async function templateOffers({ id, text }: Draft): Promise<ToastAction[]> {
  const workflow = readWorkflow(text);
  const matches = workflow.ok ? await matchingTemplates(workflow.graph) : [];
  return matches.slice(0, MAX_OFFERS).map((saved) => ({
    label: t('Open with template {title}', { title: saved.template.title }),
    onSelect: () => void applyTemplate(id, saved),
  }));
}

/** Shows a draft as a template: the open one can undo it. */
function applyTemplate(draftId: string, saved: SavedTemplate): Promise<unknown> {
  return runAction({
    run: () => showAsTemplate(draftId, saved),
    failed: () => ({ tone: 'warn', title: t('The draft was deleted'), description: t('Open the file again.') }),
  });
}

async function showAsTemplate(draftId: string, saved: SavedTemplate): Promise<void> {
  const session = openSession(draftId);
  if (session) {
    applySavedTemplate(session.editor, saved);
    return;
  }
  const draft = await readDraft(draftId);
  const workflow = draft && readWorkflow(draft.text);
  if (!draft || !workflow?.ok) throw new Error(t('The draft was deleted.'));
  const { template } = fitTemplate(saved.template, workflow.graph);
  await updateDraft({ ...draft, template, view: 'template', templateId: saved.id });
}
