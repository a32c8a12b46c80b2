import { useMemo } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { FormCard } from '../draft/form-model';
import { useEditor } from '../draft/session-context';
import { withMainFirst } from './main-inputs';
import { useMainInputs } from './use-main-inputs';

/** Returns the cards of the form, main inputs first, with those of nodes that have no inputs but a problem or a warning. */
export function useShownCards(): readonly FormCard[] {
  const { cards, outline } = useEditor((state) => state.form);
  const main = useMainInputs();
  const bad = useEditor(
    useShallow(({ form, nodeProblems, nodeWarnings }) =>
      form.outline.flatMap(({ nodeId, hasFields }) =>
        !hasFields && (nodeProblems[nodeId] ?? nodeWarnings[nodeId]) ? [nodeId] : [],
      ),
    ),
  );
  return useMemo(() => {
    if (bad.length === 0) return withMainFirst(cards, main);
    const known = new Map(cards.map((card) => [card.nodeId, card]));
    const all = outline.flatMap(({ nodeId, title, classType }): FormCard[] => {
      const card = known.get(nodeId);
      if (card) return [card];
      return bad.includes(nodeId) ? [{ nodeId, title, classType, description: null, fields: [] }] : [];
    });
    return withMainFirst(all, main);
  }, [cards, outline, bad, main]);
}
