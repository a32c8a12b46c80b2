import { useEffect } from 'react';
import { takeOver, useHandOvers } from '@/shared/dialog-requests/hand-overs';
import { fillInForm } from '@/shared/generation-inputs/fill-in-form';
import { registerOpenForm, type OpenForm } from '@/shared/generation-inputs/open-form';
import type { DraftEditor } from '../draft/draft-editor';
import { fillInValues, hasFieldFor } from './fill-in-values';

/** Lets results on the page fill in the form, and fills in what a result on another page has handed over. */
export function useReusedValues(editor: DraftEditor): void {
  useEffect(() => {
    const form: OpenForm = {
      hasInputFor: (values) => hasFieldFor(editor, values),
      fillIn: (values) => fillInValues(editor, values),
    };
    const unregister = registerOpenForm(form);
    const { reusedValues } = useHandOvers.getState();
    if (reusedValues?.draftId === editor.state.draft.id) {
      takeOver('reusedValues');
      fillInForm(form, reusedValues.values, { name: reusedValues.name, draft: reusedValues.title });
    }
    return unregister;
  }, [editor]);
}
