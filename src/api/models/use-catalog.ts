import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { ModelEntry } from '@contract/router/schemas';
import type { Surface } from '../surface';
import { isCutOff, isWhole, walkedModels, wholeTag } from './catalog-walk';
import { catalogQuery } from './model-queries';

export interface Catalog {
  /** Undefined until the first page is there. */
  models: readonly ModelEntry[] | undefined;
  /** More pages are on their way. */
  isWalking: boolean;
  /** The router said that there is more, and gave no way to it. */
  isCutOff: boolean;
  /** Of a walk that is through: when it was, and the tag of what it found. */
  whole: { walkedAt: number; tag: string | null } | null;
  /** The walk broke off; what was loaded stays. */
  error: Error | null;
  readAgain: () => void;
  goOn: () => void;
}

const NO_PAGES: readonly never[] = [];

/** The whole catalog, page after page for as long as it is looked at. */
export function useCatalog(surface: Surface): Catalog {
  const query = useInfiniteQuery(catalogQuery(surface));
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  const mayWalk = hasNextPage && !isFetching && !isError;
  // The walk is no answer to a click: it goes on while the page is open, and stops with it.
  useEffect(() => {
    if (mayWalk) void fetchNextPage();
  }, [mayWalk, fetchNextPage]);
  const pages = query.data?.pages ?? NO_PAGES;
  const models = useMemo(() => (pages.length === 0 ? undefined : walkedModels(pages)), [pages]);
  const { dataUpdatedAt } = query;
  const whole = useMemo(
    () => (isWhole(pages) ? { walkedAt: dataUpdatedAt, tag: wholeTag(pages) } : null),
    [pages, dataUpdatedAt],
  );
  return {
    models,
    isWalking: hasNextPage && !isError,
    isCutOff: !hasNextPage && isCutOff(pages),
    whole,
    error: query.error,
    readAgain: () => void query.refetch(),
    goOn: () => void fetchNextPage(),
  };
}
