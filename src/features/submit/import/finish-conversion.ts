import { classesOf } from '@contract/workflow/graph';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import type { AuthorParts } from '@/domains/drafts/author-parts';
import type { Draft } from '@/domains/drafts/draft';
import { storedFile, UI_FORMAT_KEY } from '@/domains/drafts/draft-files';
import { t } from '@/lib/i18n/messages';
import { announce } from '@/shared/feedback/announce';
import { showToast } from '@/shared/feedback/toasts';
import type { DraftEditor } from '../draft/draft-editor';
import {
  changedFields,
  graphOf,
  openEditor,
  setValues,
  withNodeProblems,
  type EditorState,
} from '../draft/editor-state';
import { buildForm } from '../draft/form-model';
import { convertUiFormat } from './read-dropped-file';

/** What a conversion makes of a file. */
type ConvertedDraft = AuthorParts & Pick<Draft, 'text' | 'seedModes' | 'fillIns' | 'conversion'>;

/** Converts the file of a draft again once the server has the classes that it lacked when the file was opened. */
export async function finishConversion(editor: DraftEditor, definitions: NodeDefinitions | null): Promise<void> {
  const { id, text, seedModes, conversion } = editor.state.draft;
  const { awaited = [] } = conversion ?? {};
  if (!definitions || awaited.length === 0 || !awaited.every((name) => Object.hasOwn(definitions, name))) return;
  const file = await storedFile(id, UI_FORMAT_KEY);
  if (!file) return;
  const result = await convertUiFormat(await file.text(), definitions);
  // Another definition arrived meanwhile, or the same one twice.
  if (editor.state.draft.conversion !== conversion) return;
  const apply = (converted: ConvertedDraft) => editor.edit((state) => withConversion(state, definitions, converted));
  if (result.ok && result.unknownClasses.length === 0) {
    const { notes, author, ...converted } = result;
    apply({ ...converted, ...author, conversion: { notes, awaited: [] } });
    if (conversion?.problem === undefined) return;
    announce(t('The workflow is converted'));
    showToast({
      tone: 'ok',
      title: t('Converted from the UI format'),
      description: t('The server now has all node classes.'),
    });
    return;
  }
  const [problem] = result.ok ? [] : result.problems;
  const why = problem ? `${problem.message} ${problem.advice}` : t('Drop the file again to see why.');
  apply({
    text,
    seedModes,
    conversion: { notes: [], awaited: [], problem: t('The file cannot be converted. {why}', { why }) },
  });
}

/**
 * Returns the draft as converted again, with the definitions of classes that the server did not have. What the user has changed since
 * stays, where its input still exists.
 */
function withConversion(state: EditorState, definitions: NodeDefinitions, converted: ConvertedDraft): EditorState {
  const { draft, values } = state;
  const original = buildForm(graphOf(draft.originalText), state.definitions);
  const changed = new Set(changedFields(state, original));
  const next = openEditor(
    {
      ...draft,
      ...converted,
      ...formOf(draft, converted),
      originalText: converted.text,
      classes: classesOf(graphOf(converted.text)),
    },
    definitions,
  );
  const kept = [...next.form.fields.keys()].flatMap((key) => {
    const value = changed.has(key) ? values.get(key) : undefined;
    return value === undefined ? [] : [[key, value] as const];
  });
  const { comfyui, lostFiles } = state;
  return { ...withNodeProblems(setValues({ ...next, comfyui, lostFiles }, kept, 0)), undo: [], redo: [] };
}

/** The form of the author is shown unless the user has made one meanwhile. */
function formOf(draft: Draft, { template }: ConvertedDraft): Pick<Draft, 'template' | 'view'> {
  if (draft.template) return { template: draft.template };
  return template ? { template, view: 'template' } : {};
}
