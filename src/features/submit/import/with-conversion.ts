import { classesOf } from '@contract/workflow/graph';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import type { AuthorParts } from '@/domains/drafts/author-parts';
import type { Draft } from '@/domains/drafts/draft';
import {
  changedFields,
  graphOf,
  openEditor,
  setValues,
  withNodeProblems,
  type EditorState,
} from '../draft/editor-state';
import { buildForm } from '../draft/form-model';

/** What a conversion makes of a file. */
export type ConvertedDraft = AuthorParts & Pick<Draft, 'text' | 'seedModes' | 'fillIns' | 'conversion'>;

/**
 * Returns the draft as converted again, with the definitions of classes that the server did not have. What the user has changed since
 * stays, where its input still exists.
 */
export function withConversion(
  state: EditorState,
  definitions: NodeDefinitions,
  converted: ConvertedDraft,
): EditorState {
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
