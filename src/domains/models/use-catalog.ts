import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { ModelEntry } from '@contract/router/schemas';
import type { Surface } from '@/api/surface';
import { isCutOff, isWhole, walkedModels, catalogTag } from './catalog-walk';
import { catalogQuery } from './model-queries';

export interface Catalog {
  /** `undefined` until the first page has loaded. */
  models: readonly ModelEntry[] | undefined;
  /** More pages are loading. */
  isWalking: boolean;
  /** The router reported more models but no usable cursor. */
  isCutOff: boolean;
  /** Time and ETag of a complete walk. */
  whole: { walkedAt: number; tag: string | null } | null;
  /** The walk failed; loaded pages stay. */
  error: Error | null;
  readAgain: () => void;
  goOn: () => void;
}

const NO_PAGES: readonly never[] = [];

/** Loads the whole catalog page by page while mounted. */
export function useCatalog(surface: Surface): Catalog {
  const query = useInfiniteQuery(catalogQuery(surface));
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  const mayWalk = hasNextPage && !isFetching && !isError;
  // The walk is not triggered by an event: it runs while the page is open.
  useEffect(() => {
    if (mayWalk) void fetchNextPage();
  }, [mayWalk, fetchNextPage]);
  const pages = query.data?.pages ?? NO_PAGES;
  const models = useMemo(() => (pages.length === 0 ? undefined : walkedModels(pages)), [pages]);
  const { dataUpdatedAt } = query;
  const whole = useMemo(
    () => (isWhole(pages) ? { walkedAt: dataUpdatedAt, tag: catalogTag(pages) } : null),
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
