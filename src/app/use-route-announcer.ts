import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/**
 * Announces page changes to screen readers and moves the focus to the heading, as a browser does for a full page load. Changes of
 * search parameters (tabs, filters) do not move the focus.
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
    // A loading page has its own heading, which loses the focus when it is removed. The next heading gets the focus, unless the
    // user has moved it meanwhile.
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
