import { createContext, useMemo } from 'react';
import { useEditor, useSession } from '../draft/session/session-context';
import { mainInputs, type MainInputs } from './main-inputs';

/** Returns the main inputs of the draft, which change only with its form: values do not matter. */
export function useMainInputs(): MainInputs {
  const { editor } = useSession();
  const form = useEditor((state) => state.form);
  // oxlint-disable-next-line react/exhaustive-deps -- the graph of the form; later ones differ in values
  return useMemo(() => mainInputs(editor.state.graph), [editor, form]);
}

/** Labels of main inputs by field key; none in a template, which has its own. */
export const MainLabelsContext = createContext<MainInputs['labels']>(new Map());
