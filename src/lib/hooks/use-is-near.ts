import { useCallback, useState, type RefCallback } from 'react';

/** About a screen above and below the visible part, so that scrolling finds content already rendered. */
const MARGIN_PX = 1000;

type Listener = (change: IntersectionObserverEntry) => void;

const listeners = new WeakMap<Element, Listener>();
/** One per scroll area, since thousands of elements may be observed. */
const observers = new WeakMap<Element, IntersectionObserver>();

interface Nearness {
  isNear: boolean;
  /** Height in pixels before it was far; `null` if it has always been far. */
  height: number | null;
}

/** Follows whether the element that `ref` is of is in or near the visible part of its `data-scroll-area`. */
export function useIsNear(isNearAtFirst: boolean): Nearness & { ref: RefCallback<Element> } {
  const [nearness, setNearness] = useState<Nearness>({ isNear: isNearAtFirst, height: null });
  const ref = useCallback((element: Element | null) => {
    const area = element?.closest('[data-scroll-area]');
    if (!element || !area) return undefined;
    listeners.set(element, ({ isIntersecting, boundingClientRect: { height } }) => {
      setNearness((known) => {
        if (known.isNear === isIntersecting) return known;
        return { isNear: isIntersecting, height: isIntersecting || height === 0 ? known.height : height };
      });
    });
    const observer = observerOf(area);
    observer.observe(element);
    return () => observer.unobserve(element);
  }, []);
  return { ...nearness, ref };
}

function observerOf(area: Element): IntersectionObserver {
  const known = observers.get(area);
  if (known) return known;
  const observer = new IntersectionObserver(
    (changes) => {
      for (const change of changes) listeners.get(change.target)?.(change);
    },
    { root: area, rootMargin: `${MARGIN_PX}px 0px` },
  );
  observers.set(area, observer);
  return observer;
}
