import { useEffect } from 'react';
import type { JsonValue } from '@contract/json/lossless';
import { fieldKey } from '@/domains/drafts/field-key';
import { matchingInputs, type ReusedValue } from '@/domains/generation-inputs/matching-inputs';
import { handOver, takeOver, useHandOvers, type FilledIn, type OpenForm } from '@/shared/dialog-requests/hand-overs';
import { fillInForm } from '@/shared/generation-inputs/fill-in-form';
import type { DraftEditor } from '../draft/draft-editor';
import { sameValue, type FormField } from '../draft/form-model';
import { withSeedMode } from '../draft/seed-control';

/** Lets results on the page fill in the form, and fills in what a result on another page has handed over. */
export function useReusedValues(editor: DraftEditor): void {
  useEffect(() => {
    const form: OpenForm = {
      hasInputFor: (values) => hasFieldFor(editor, values),
      fillIn: (values) => fillInValues(editor, values),
    };
    handOver('openForm', form);
    const { reusedValues } = useHandOvers.getState();
    if (reusedValues?.draftId === editor.state.draft.id) {
      takeOver('reusedValues');
      fillInForm(form, reusedValues.values, { name: reusedValues.name, draft: reusedValues.title });
    }
    return () => {
      if (useHandOvers.getState().openForm === form) handOver('openForm', null);
    };
  }, [editor]);
}

/** Whether the form has an input for one of the values of a result at least. */
function hasFieldFor(editor: DraftEditor, values: readonly ReusedValue[]): boolean {
  return fieldsFor(editor, values).length > 0;
}

/** Fills in values of a result, as far as the form has their inputs. Reused seeds are kept after runs. */
function fillInValues(editor: DraftEditor, values: readonly ReusedValue[]): FilledIn {
  const found = fieldsFor(editor, values);
  const { values: shown, seedModes } = editor.state;
  const before = found.flatMap(({ field, value }) => {
    const was = shown.get(field.key);
    return was !== undefined && sameValue(was, value) ? [] : [[field.key, was ?? field.value] as const];
  });
  if (before.length > 0) {
    const changed = new Set(before.map(([key]) => key));
    editor.resetValues(
      found.flatMap(({ field, value }) => (changed.has(field.key) ? [[field.key, value] as const] : [])),
    );
  }
  const seeds = found.filter(({ field }) => field.kind === 'seed').map(({ field }) => field.key);
  for (const key of seeds) editor.edit((state) => withSeedMode(state, key, 'keep'));
  return {
    found: found.length,
    changed: before.length,
    undo() {
      editor.resetValues(before);
      editor.edit((state) => ({ ...state, seedModes }));
    },
  };
}

function fieldsFor(
  { state: { graph, form } }: DraftEditor,
  values: readonly ReusedValue[],
): { field: FormField; value: JsonValue }[] {
  return matchingInputs(graph, values).flatMap((place, at) => {
    const field = place ? form.fields.get(fieldKey(place.nodeId, place.input)) : undefined;
    const value = values[at]?.value;
    return field && value !== undefined ? [{ field, value }] : [];
  });
}
