import { problemOf, shownText } from './editor-state';
import type { FormField } from './form-model';
import { useEditor, useSession } from './session-context';

/** What every widget of the form shares. */
export function useField(field: FormField) {
  const session = useSession();
  return {
    session,
    value: useEditor((state) => state.values[field.key]),
    text: useEditor((state) => shownText(state, field.key)),
    problem: useEditor((state) => problemOf(state, field)) ?? undefined,
  };
}
