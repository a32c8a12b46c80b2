import { classNames } from '@/lib/class-names';

/** Class of a tab below the title of a page, which is a link. */
export function pageTab(isCurrent: boolean): string {
  return classNames(
    'flex shrink-0 items-center gap-1.5 border-b-2 px-2.5 pt-0.5 focus-visible:-outline-offset-3',
    isCurrent ? 'border-text text-text' : 'border-transparent text-muted hover:text-text',
  );
}
