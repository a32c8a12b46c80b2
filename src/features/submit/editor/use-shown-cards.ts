import { useMemo } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { FormCard } from './form-model';
import { useEditor } from './session-context';

/** Returns the cards of the form, with those of nodes that have no inputs but a problem or a warning. */
export function useShownCards(): readonly FormCard[] {
  const { cards, outline } = useEditor((state) => state.form);
  const bad = useEditor(
    useShallow(({ form, nodeProblems, nodeWarnings }) =>
      form.outline.flatMap(({ nodeId, hasFields }) =>
        !hasFields && (nodeProblems[nodeId] ?? nodeWarnings[nodeId]) ? [nodeId] : [],
      ),
    ),
  );
  return useMemo(() => {
    if (bad.length === 0) return cards;
    const known = new Map(cards.map((card) => [card.nodeId, card]));
    return outline.flatMap(({ nodeId, title, classType }): FormCard[] => {
      const card = known.get(nodeId);
      if (card) return [card];
      return bad.includes(nodeId) ? [{ nodeId, title, classType, description: null, fields: [] }] : [];
    });
  }, [cards, outline, bad]);
}
