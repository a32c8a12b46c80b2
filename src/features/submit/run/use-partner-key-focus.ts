import { useRef, type RefObject } from 'react';

/** Leads to the place where the key for partner nodes is entered, and back once it is saved. */
export function usePartnerKeyFocus(runButton: RefObject<HTMLButtonElement | null>, showForm: () => void) {
  /** Focused before; `null` if the user went there without being led. */
  const origin = useRef<Element | null>(null);
  return {
    open() {
      origin.current = document.activeElement;
      showForm();
      requestAnimationFrame(() => {
        const input = document.querySelector<HTMLElement>('[data-partner-key] input[type=password]');
        input?.scrollIntoView({ block: 'center' });
        input?.focus({ preventScroll: true });
      });
    },
    leave() {
      const { current } = origin;
      origin.current = null;
      requestAnimationFrame(() => {
        // The button that led here is gone with the problem.
        const isLeft = current instanceof HTMLElement && current !== document.body && current.isConnected;
        const change = document.querySelector<HTMLElement>('[data-change-partner-key]');
        (current === null ? change : isLeft ? current : runButton.current)?.focus();
      });
    },
  };
}
