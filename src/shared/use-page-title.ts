import { useEffect } from 'react';

const NAME = 'Flowdeck';

let page = '';
let prefix = '';

/** What the tab of the browser says while the page is open. */
export function usePageTitle(title: string): void {
  // The title belongs to the document, outside of what React draws.
  useEffect(() => {
    page = title;
    write();
    return () => {
      page = '';
      write();
    };
  }, [title]);
}

/** What the shell says before the name of every page: how many jobs run, and how the last one ended. */
export function setTitlePrefix(text: string): void {
  prefix = text;
  write();
}

function write(): void {
  document.title = prefix + (page ? `${page} · ${NAME}` : NAME);
}
