import { useEffect } from 'react';

const NAME = 'Flowdeck';

let page = '';
let prefix = '';

/** Sets the title of the browser tab while the page is open. */
export function usePageTitle(title: string): void {
  // The title belongs to the document, which React does not render.
  useEffect(() => {
    page = title;
    write();
    return () => {
      page = '';
      write();
    };
  }, [title]);
}

/** Sets the prefix of every page title: how many jobs run, and how the last one finished. */
export function setTitlePrefix(text: string): void {
  prefix = text;
  write();
}

function write(): void {
  document.title = prefix + (page ? `${page} · ${NAME}` : NAME);
}
