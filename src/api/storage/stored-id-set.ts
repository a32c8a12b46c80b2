import { create } from 'zustand';
import { writeSetting, readText } from '@/lib/local-storage';

interface StoredIdSet {
  /** By surface, the newest first. */
  ids: Readonly<Record<string, readonly string[]>>;
}

const NONE: readonly string[] = [];

/**
 * Ids that the user marked or used, by surface: a taste, kept in this browser and nowhere else. Small enough for one text
 * of local storage, which every tab hears of.
 */
export function createStoredIdSet(storageKey: string, max: number) {
  const useIds = create<StoredIdSet>(() => ({ ids: read(storageKey) ?? {} }));

  addEventListener('storage', ({ key }) => {
    if (key === storageKey || key === null) useIds.setState({ ids: read(storageKey) ?? {} });
  });

  const idsOf =
    (surfaceId: string) =>
    ({ ids }: StoredIdSet): readonly string[] =>
      ids[surfaceId] ?? NONE;

  /** Puts ids at the front, or takes them out. */
  function setKept(surfaceId: string, changed: readonly string[], isKept: boolean): void {
    // Another tab may have written since.
    const ids = read(storageKey) ?? useIds.getState().ids;
    const others = (ids[surfaceId] ?? NONE).filter((id) => !changed.includes(id));
    const next = { ...ids, [surfaceId]: isKept ? [...changed, ...others].slice(0, max) : others };
    useIds.setState({ ids: next });
    writeSetting(storageKey, JSON.stringify(next));
  }

  return { useIds, idsOf, setKept };
}

/** Null where there is nothing to read. */
function read(storageKey: string): StoredIdSet['ids'] | null {
  try {
    const kept: unknown = JSON.parse(readText(storageKey) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return null;
    return Object.fromEntries(
      Object.entries(kept).map(([surface, ids]) => [
        surface,
        Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string') : [],
      ]),
    );
  } catch {
    return null;
  }
}
