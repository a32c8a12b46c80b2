import type { TemplateDocument } from '@/domains/templates/template-document';
import { t } from '@/lib/i18n/messages';
import { templateOf } from '../draft/edit-template';
import { workflowText, type EditorState } from '../draft/editor-state';

/** Returns the form of an open draft with its current values. Its title is never empty. */
export function documentOf(state: EditorState): TemplateDocument {
  const template = templateOf(state);
  const title = template.title.trim() || titleOfFile(state.draft.title);
  const { fillIns } = state.draft;
  return {
    template: { ...template, title },
    workflowText: workflowText(state),
    seedModes: { ...state.seedModes },
    ...(fillIns ? { fillIns } : {}),
  };
}

function titleOfFile(name: string): string {
  return name.replace(/(?:\.flowdeck)?\.(?:json|png|webp|mp4|webm|jpe?g)$/i, '') || t('Template');
}
