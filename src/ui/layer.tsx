import { useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

/**
 * Lists and menus open in the landmark or dialog of their trigger: at the end of the body they would lie outside of every
 * landmark, and radix, which hides the rest of the page from readers while they are open, would hide the page itself.
 * @param isOpenAtOnce it was the press on a plain button, in whose place the trigger stands, that asked for the layer
 */
export function useLayer<Trigger extends HTMLElement>(isOpenAtOnce = false) {
  const triggerRef = useRef<Trigger>(null);
  const [home, setHome] = useState<HTMLElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  const onOpenChange = (next: boolean) => {
    setHome(homeOf(triggerRef.current));
    setOpen(next);
  };
  // Where the layer belongs is known once its trigger stands there.
  useLayoutEffect(() => {
    if (!isOpenAtOnce) return;
    setHome(homeOf(triggerRef.current));
    setOpen(true);
  }, [isOpenAtOnce]);
  return { triggerRef, home, isOpen, onOpenChange };
}

function homeOf(trigger: HTMLElement | null): HTMLElement | null {
  return trigger?.closest<HTMLElement>('[role="dialog"], main') ?? null;
}

/**
 * While a layer is open a click beside it closes it and does nothing else: this is what takes the click. It lies beside
 * the layer and not beside the trigger, whose surroundings may be a frame of their own for what is fixed.
 */
export function LayerMask({ home }: { home: HTMLElement | null }) {
  return createPortal(<div aria-hidden className="pointer-events-auto fixed inset-0 z-40" />, home ?? document.body);
}
