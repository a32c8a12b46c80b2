import { useState } from 'react';

/**
 * Keys for rows that are told apart by their place only: a row that moves keeps its key, and with it the focus and what was
 * typed. Rows that came or went from elsewhere are added and taken at the end.
 */
export function useRowKeys(count: number) {
  const [state, setState] = useState(() => grown({ keys: [], next: 0 }, count));
  const current = state.keys.length === count ? state : grown(state, count);
  if (current !== state) setState(current);
  const change = (edit: (keys: number[]) => number[]) => setState({ ...current, keys: edit(current.keys) });
  return {
    keys: current.keys,
    move: (from: number, to: number) => change((keys) => keys.toSpliced(from, 1).toSpliced(to, 0, keys[from] ?? 0)),
    remove: (index: number) => change((keys) => keys.toSpliced(index, 1)),
  };
}

interface RowKeys {
  keys: number[];
  next: number;
}

function grown({ keys, next }: RowKeys, count: number): RowKeys {
  const missing = Math.max(0, count - keys.length);
  const added = Array.from({ length: missing }, (_, index) => next + index);
  return { keys: [...keys.slice(0, count), ...added], next: next + missing };
}
