import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OutlineRow } from './json-outline';
import type { JsonSession } from './json-session';

export interface Outline {
  rowCount: number;
  /** Increases with every change of the lines. */
  version: number;
  toggle: (index: number) => void;
  /** Expands the ancestors of the match. @returns its line */
  reveal: (match: number) => Promise<number>;
}

/** Accesses the tree lines in the worker. */
export function useOutline(session: JsonSession): Outline {
  const [view, setView] = useState({ rowCount: session.rowCount, version: 0 });
  const show = (rowCount: number) => setView(({ version }) => ({ rowCount, version: version + 1 }));
  return {
    ...view,
    toggle: (index) => void session.ask({ kind: 'toggle', index }).then(show, () => {}),
    reveal: async (match) => {
      const { index, rowCount } = await session.ask({ kind: 'reveal', match });
      show(rowCount);
      return index;
    },
  };
}

/** Returns the visible lines; the previous ones while loading. @param to exclusive end */
export function useOutlineRows(
  session: JsonSession,
  version: number,
  from: number,
  to: number,
): (index: number) => OutlineRow | null {
  const { data } = useQuery({
    queryKey: ['json-tree', session.id, 'rows', version, from, to],
    queryFn: async () => ({ from, rows: await session.ask({ kind: 'rows', from, to }) }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  return (index) => data?.rows[index - data.from] ?? null;
}
