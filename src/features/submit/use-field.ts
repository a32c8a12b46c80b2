import { problemOf, shownText, warningOf } from './editor-state';
import type { FieldControlProps } from '@/ui/field';
import type { FormField } from './form-model';
import { useEditor, useSession } from './session-context';

export function fieldHintId(field: FormField): string {
  return `hint-${field.key}`.replace(/\s/g, '_');
}

/** What every widget of the form shares. */
export function useField(field: FormField) {
  const session = useSession();
  const hint = field.spec?.tooltip ? fieldHintId(field) : undefined;
  return {
    /** Ties the control to its hint, which the card shows for the field in focus only. */
    described: (control: FieldControlProps) => ({
      'aria-describedby': [control['aria-describedby'], hint].filter(Boolean).join(' ') || undefined,
    }),
    session,
    value: useEditor((state) => state.values[field.key]),
    text: useEditor((state) => shownText(state, field.key)),
    problem: useEditor((state) => problemOf(state, field)) ?? undefined,
    warning: useEditor((state) => warningOf(state, field)) ?? undefined,
  };
}
