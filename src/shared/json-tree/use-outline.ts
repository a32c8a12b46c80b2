import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OutlineRow } from './json-outline';
import type { JsonSession } from './json-session';

export interface Outline {
  rowCount: number;
  /** Grows with every change of the lines. */
  version: number;
  toggle: (index: number) => void;
  /** Unfolds what hides the match. @returns its line */
  reveal: (match: number) => Promise<number>;
}

/** The lines of a tree that lives in a worker. */
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

/** The lines in view, those before while they are on their way. @param to the line after the last */
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
