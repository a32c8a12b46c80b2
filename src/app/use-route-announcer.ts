import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/**
 * Tells readers that the page changed and puts the focus on its heading, as a browser does for a full page load.
 * Changes of search parameters (tabs, filters) stay where they are.
 */
export function useRouteAnnouncer(): string {
  const router = useRouter();
  const [announcement, setAnnouncement] = useState('');
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (!pathChanged || !fromLocation) return;
        const heading = document.querySelector('h1');
        heading?.focus({ preventScroll: true });
        setAnnouncement(heading?.textContent ?? '');
      }),
    [router],
  );
  return announcement;
}
