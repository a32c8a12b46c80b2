import { useCallback, useSyncExternalStore } from 'react';

/** Returns whether a media query matches now. For cases that CSS alone cannot handle, such as the height of a virtual row. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches, prerenderedMatch(query));
}

/** Assumed result without a window, as in the prerendered page: a desktop window. */
function prerenderedMatch(query: string): () => boolean {
  return () => query.includes('min-width');
}
