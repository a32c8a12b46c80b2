import { useEffect } from 'react';

const NAME = 'Flowdeck';

/** What the tab of the browser says while the page is open. */
export function usePageTitle(title: string): void {
  // The title belongs to the document, outside of what React draws.
  useEffect(() => {
    document.title = title ? `${title} · ${NAME}` : NAME;
    return () => {
      document.title = NAME;
    };
  }, [title]);
}
