import {
  EMPTY_TEMPLATE,
  isPinned,
  pinInput,
  pinnedInputs,
  TEMPLATE_LIMITS,
  unpinInput,
  type Template,
} from '@/domains/drafts/template';
import { fitTemplate } from '@/domains/templates/template-document';
import type { SavedTemplate } from '@/domains/templates/saved-template';
import { t } from '@/lib/i18n/messages';
import { announce } from '@/shared/feedback/announce';
import type { DraftEditor } from './draft-editor';
import { setTemplate, type EditorState } from './editor-state';
import type { FormField } from './form-model';

/** Returns the template of an open draft: its pinned inputs, with their names and groups. */
export function templateOf({ draft }: Pick<EditorState, 'draft'>): Template {
  return draft.template ?? EMPTY_TEMPLATE;
}

/** @param key the text that is being typed: its keystrokes are undone together */
export function changeTemplate(
  editor: DraftEditor,
  change: (template: Template) => Template,
  key: string | null = null,
): void {
  const next = setTemplate(editor.state, change(templateOf(editor.state)), key, Date.now());
  if (next !== editor.state) editor.edit(() => next);
}

/** Shows the inputs that a saved template pins, and notes that the draft belongs to it. */
export function applySavedTemplate(
  editor: DraftEditor,
  { id, template }: Pick<SavedTemplate, 'id' | 'template'>,
): void {
  changeTemplate(editor, () => fitTemplate(template, editor.state.graph).template);
  editor.editDraft((draft) => ({ ...draft, templateId: id }));
  editor.setView('template');
}

/** Pins an input, or removes it from the template with its label. Undo restores it. */
export function togglePin(editor: DraftEditor, { nodeId, name }: FormField): void {
  const address = { nodeId, input: name };
  const wasPinned = isPinned(templateOf(editor.state), address);
  changeTemplate(editor, (template) => (wasPinned ? unpinInput(template, address) : pinInput(template, address)));
  const template = templateOf(editor.state);
  const count = pinnedInputs(template).length;
  if (!wasPinned && !isPinned(template, address)) {
    announce(t('A template has at most {count} inputs', { count: TEMPLATE_LIMITS.inputs }));
  } else {
    announce(
      wasPinned
        ? t('Unpinned {name}: {count, plural, one {# input} other {# inputs}} in the template', { name, count })
        : t('Pinned {name}: {count, plural, one {# input} other {# inputs}} in the template', { name, count }),
    );
  }
}
