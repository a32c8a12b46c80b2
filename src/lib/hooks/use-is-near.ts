import { useCallback, useState, type RefCallback } from 'react';

/** About a screen above and below the visible part, so that scrolling finds content already rendered. */
const MARGIN_PX = 1000;

type Listener = (isNear: boolean) => void;

const listeners = new WeakMap<Element, Listener>();
/** One per scroll area, since many elements are observed. */
const observers = new WeakMap<Element, IntersectionObserver>();

/** Follows whether the element that `ref` is of is in or near the visible part of its `data-scroll-area`. */
export function useIsNear(isNearAtFirst: boolean): { isNear: boolean; ref: RefCallback<Element> } {
  const [isNear, setNear] = useState(isNearAtFirst);
  const ref = useCallback((element: Element | null) => {
    const area = element?.closest('[data-scroll-area]');
    if (!element || !area) return undefined;
    listeners.set(element, setNear);
    const observer = observerOf(area);
    observer.observe(element);
    return () => observer.unobserve(element);
  }, []);
  return { isNear, ref };
}

function observerOf(area: Element): IntersectionObserver {
  const known = observers.get(area);
  if (known) return known;
  const observer = new IntersectionObserver(
    (changes) => {
      for (const { target, isIntersecting } of changes) listeners.get(target)?.(isIntersecting);
    },
    { root: area, rootMargin: `${MARGIN_PX}px 0px` },
  );
  observers.set(area, observer);
  return observer;
}
