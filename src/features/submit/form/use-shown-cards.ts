import { createContext, useMemo } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { FormCard } from '../draft/form-model';
import { useEditor, useSession } from '../draft/session/session-context';
import { groupMain, mainInputs, type MainInputs, type ShownCard } from './main-inputs';

/** Labels of main inputs by field key; none in a template, which has its own. */
export const MainLabelsContext = createContext<MainInputs['labels']>(new Map());

/** Returns the cards of the form, main inputs first, with those of nodes that have no inputs of their own but a problem or a warning. */
export function useShownCards(): { cards: readonly ShownCard[]; labels: MainInputs['labels'] } {
  const { cards, outline } = useEditor((state) => state.form);
  const main = useMainInputs();
  const bad = useEditor(
    useShallow(({ form, nodeProblems, nodeWarnings }) =>
      form.outline.flatMap(({ nodeId }) => ((nodeProblems[nodeId] ?? nodeWarnings[nodeId]) ? [nodeId] : [])),
    ),
  );
  const shown = useMemo(() => {
    if (bad.length === 0) return groupMain(cards, main, new Set());
    const isBad = new Set(bad);
    const known = new Map(cards.map((card) => [card.nodeId, card]));
    const all = outline.flatMap(({ nodeId, title, classType }): FormCard[] => {
      const card = known.get(nodeId);
      if (card) return [card];
      return isBad.has(nodeId) ? [{ nodeId, title, classType, description: null, fields: [] }] : [];
    });
    return groupMain(all, main, isBad);
  }, [cards, outline, bad, main]);
  return { cards: shown, labels: main.labels };
}

/** Returns the main inputs of the draft, which change only with its form: values do not matter. */
function useMainInputs(): MainInputs {
  const { editor } = useSession();
  const form = useEditor((state) => state.form);
  // oxlint-disable-next-line react/exhaustive-deps -- the graph of the form; later ones differ in values
  return useMemo(() => mainInputs(editor.state.graph), [editor, form]);
}
