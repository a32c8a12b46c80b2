import type { TemplateDocument } from '@/domains/templates/template-document';
import type { EditorSession } from '../editor/editor-session';
import { workflowText } from '../editor/editor-state';

/** Returns the form of an open draft with its current values. Its title is never empty. */
export function documentOf({ state, template }: EditorSession): TemplateDocument {
  const title = template.title.trim() || titleOfFile(state.draft.title);
  return { template: { ...template, title }, workflowText: workflowText(state), seedModes: { ...state.seedModes } };
}

function titleOfFile(name: string): string {
  return name.replace(/(?:\.flowdeck)?\.(?:json|png|webp|mp4|webm|jpe?g)$/i, '') || 'Template';
}
