import { useEffect } from 'react';
import { useSession } from './session-context';

/** Marks the card in which the user works: the flow beside it follows, and drops go there. */
export function useFocusedNode(): void {
  const session = useSession();
  // A subscription to the document: a click on the plain parts of a card counts too.
  useEffect(() => {
    const follow = (event: Event) => {
      const card = event.target instanceof Element ? event.target.closest('[data-node]') : null;
      if (card) session.focusNode(card.getAttribute('data-node'));
    };
    document.addEventListener('focusin', follow);
    document.addEventListener('pointerdown', follow);
    return () => {
      document.removeEventListener('focusin', follow);
      document.removeEventListener('pointerdown', follow);
    };
  }, [session]);
}
