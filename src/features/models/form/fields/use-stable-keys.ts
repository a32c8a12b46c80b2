import { useState } from 'react';

/**
 * Returns keys for rows that are only identified by their index. A moved row keeps its key, and with it the focus and
 * the typed text. Other added and removed rows change the end of the list.
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
