import { listOf } from './editor-state';
import { useRunHabits } from './run-count';
import { useEditor } from './session-context';

/** How many jobs the next click makes. */
export function useRunTotal(): number {
  const count = useRunHabits((state) => state.count);
  const files = useEditor((state) => {
    const key = Object.keys(state.lists).find((candidate) => listOf(state, candidate));
    return key === undefined ? 1 : Math.max(1, state.lists[key]?.count ?? 1);
  });
  return count * files;
}
