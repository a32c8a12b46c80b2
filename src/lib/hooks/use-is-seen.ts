import { useCallback, useState, type RefCallback } from 'react';

/** Whether the element that `see` is the `ref` of has been in view. */
export function useIsSeen(): [isSeen: boolean, see: RefCallback<Element>] {
  const [isSeen, setSeen] = useState(false);
  const see = useCallback((element: Element | null) => {
    if (!element) return undefined;
    const observer = new IntersectionObserver((changes) => {
      if (!changes.some(({ isIntersecting }) => isIntersecting)) return;
      setSeen(true);
      observer.disconnect();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [isSeen, see];
}
