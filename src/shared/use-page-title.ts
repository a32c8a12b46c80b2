import { useEffect } from 'react';

const NAME = 'Flowdeck';

let page = '';
let ownsTitle = false;
let prefix = '';

/** What the tab of the browser says while the page is open. @param tellsProgress it begins with the state of its job, which no count shall push aside */
export function usePageTitle(title: string, { tellsProgress = false } = {}): void {
  // The title belongs to the document, outside of what React draws.
  useEffect(() => {
    page = title;
    ownsTitle = tellsProgress;
    write();
    return () => {
      page = '';
      ownsTitle = false;
      write();
    };
  }, [title, tellsProgress]);
}

/** What the shell says before the name of every page: how many jobs run, and how the last one ended. */
export function setTitlePrefix(text: string): void {
  prefix = text;
  write();
}

function write(): void {
  document.title = (ownsTitle ? '' : prefix) + (page ? `${page} · ${NAME}` : NAME);
}
