import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/**
 * Tells readers that the page changed and puts the focus on its heading, as a browser does for a full page load.
 * Changes of search parameters (tabs, filters) stay where they are.
 */
export function useRouteAnnouncer(): string {
  const router = useRouter();
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    let heading: HTMLElement | null = null;
    const announce = () => {
      heading = document.querySelector('h1') ?? heading;
      heading?.focus({ preventScroll: true });
      setAnnouncement(heading?.textContent ?? '');
    };
    const unsubscribe = router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
      if (pathChanged && fromLocation) announce();
    });
    // A page that loads has a heading of its own, and takes the focus with it when it goes: the next one gets it, unless
    // the person has moved on meanwhile.
    const replaced = new MutationObserver(() => {
      if (heading && !heading.isConnected && document.activeElement === document.body) announce();
    });
    replaced.observe(document.body, { childList: true, subtree: true });
    return () => {
      unsubscribe();
      replaced.disconnect();
    };
  }, [router]);
  return announcement;
}
