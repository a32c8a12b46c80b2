import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query holds now. For what styles alone cannot do, such as the height of a virtual row. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches, isMostlySo(query));
}

/** What holds where nobody looks yet, as in the picture that the build draws of a page: a window on a desk. */
function isMostlySo(query: string): () => boolean {
  return () => query.includes('min-width');
}
