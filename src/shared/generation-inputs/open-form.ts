import { create } from 'zustand';
import type { ReusedValue } from '@/domains/generation-inputs/matching-inputs';

/** The form of the open draft, as far as results on its page need it. */
export interface OpenForm {
  /** Whether it has an input for one of the values at least. */
  hasInputFor: (values: readonly ReusedValue[]) => boolean;
  /** Fills in the inputs that the form has, in one step of undo. */
  fillIn: (values: readonly ReusedValue[]) => FilledIn;
}

export interface FilledIn {
  /** How many inputs the form has. */
  found: number;
  /** How many of them had another value. */
  changed: number;
  /** Restores the previous values. */
  undo: () => void;
}

/** `null` on pages without an open draft: inputs are then reused in a stored one. Dialogs of the page are elsewhere in the tree. */
export const useOpenForm = create<{ form: OpenForm | null }>(() => ({ form: null }));

/** @returns the function for when the page closes */
export function registerOpenForm(form: OpenForm): () => void {
  useOpenForm.setState({ form });
  return () => useOpenForm.setState((now) => (now.form === form ? { form: null } : now));
}
