import { useEffect } from 'react';
import { useSession } from './session-context';

/** Marks the card in which the user works: the flow beside it follows, and drops go there. */
export function useFocusedNode(): void {
  const session = useSession();
  // A subscription to the document: a click on the plain parts of a card counts too.
  useEffect(() => {
    const follow = (event: Event) => {
      if (!(event.target instanceof Element)) return;
      const card = event.target.closest('[data-node]');
      const field = event.target.closest('[data-field]');
      if (card) session.focus(card.getAttribute('data-node'), field?.getAttribute('data-field') ?? null);
    };
    document.addEventListener('focusin', follow);
    document.addEventListener('pointerdown', follow);
    return () => {
      document.removeEventListener('focusin', follow);
      document.removeEventListener('pointerdown', follow);
    };
  }, [session]);
}
