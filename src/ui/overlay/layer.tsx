import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

/**
 * Renders lists and menus in the landmark or dialog of their trigger. At the end of the body they would be outside every landmark,
 * and Radix, which hides the rest of the page from screen readers while they are open, would hide the page itself.
 * @param isOpenAtOnce the press on the plain button that the trigger replaces already requested the layer
 */
export function useLayer<Trigger extends HTMLElement>(isOpenAtOnce = false) {
  const triggerRef = useRef<Trigger>(null);
  const [home, setHome] = useState<HTMLElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  const onOpenChange = (next: boolean) => {
    setHome(homeOf(triggerRef.current));
    setOpen(next);
  };
  const close = () => {
    // Before it closes: Radix returns the focus in a later task, and keys that come earlier would be lost. A dialog that opens with
    // it returns the focus to what had it.
    triggerRef.current?.focus();
    onOpenChange(false);
  };
  useEscape(isOpen, close);
  // The position of the layer is known once its trigger is mounted.
  useLayoutEffect(() => {
    if (!isOpenAtOnce) return;
    setHome(homeOf(triggerRef.current));
    setOpen(true);
  }, [isOpenAtOnce]);
  return { triggerRef, home, isOpen, onOpenChange, close };
}

/** Open layers, the innermost last. */
const openLayers: object[] = [];

/**
 * Makes Escape close the innermost layer, and nothing else. Radix gives the key to whatever has opened last, which may be a message,
 * and for some time after a layer has opened to the dialog below.
 */
function useEscape(isOpen: boolean, close: () => void): void {
  const closeNow = useEffectEvent(close);
  useLayoutEffect(() => {
    if (!isOpen) return;
    const layer = {};
    openLayers.push(layer);
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || openLayers.at(-1) !== layer) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      closeNow();
    };
    // Before the listeners of Radix, which are those of the document.
    addEventListener('keydown', onKeyDown, { capture: true });
    return () => {
      openLayers.splice(openLayers.indexOf(layer), 1);
      removeEventListener('keydown', onKeyDown, { capture: true });
    };
  }, [isOpen]);
}

/** Handles `onCloseAutoFocus` of a layer: the focus returns to the trigger unless a control or the user has moved it by then. */
export function keepMovedFocus(event: Event): void {
  if (document.activeElement?.matches('body, [role="dialog"]') === false) event.preventDefault();
}

function homeOf(trigger: HTMLElement | null): HTMLElement | null {
  return trigger?.closest<HTMLElement>('[role="dialog"], main') ?? null;
}

/**
 * Catches clicks outside an open layer, so that they only close it. It is rendered beside the layer, not beside the trigger, whose
 * ancestors may be a containing block for fixed elements.
 */
export function LayerMask({ home }: { home: HTMLElement | null }) {
  return createPortal(<div aria-hidden className="pointer-events-auto fixed inset-0 z-40" />, home ?? document.body);
}
