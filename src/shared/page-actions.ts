import { useEffect } from 'react';

/** Something that the page in view can do, for the palette of the shell to offer by name. */
export interface PageAction {
  run: () => void;
  /** A sentence, where it cannot be done now. */
  disabledReason?: string | null;
}

export type PageActions = Readonly<Record<string, PageAction>>;

const offers = new Set<PageActions>();

/** @param id of the command that asks */
export function pageAction(id: string): PageAction | null {
  for (const actions of offers) {
    if (Object.hasOwn(actions, id)) return actions[id] ?? null;
  }
  return null;
}

/** Offers actions by the ids of their commands until the returned function is called. */
export function offerActions(actions: PageActions): () => void {
  offers.add(actions);
  return () => offers.delete(actions);
}

/** Offers actions while the component is on screen. */
export function usePageActions(actions: PageActions): void {
  // After each drawing, without a list of causes: what an action does and why it rests changes with all that is drawn.
  useEffect(() => offerActions(actions));
}
