import { create } from 'zustand';

/**
 * Files that the user marked, by surface: a taste, kept in this browser and nowhere else. Small enough for one text of
 * local storage, which every tab hears of.
 */
interface Stars {
  /** Ids of assets by surface, the newest mark first. */
  ids: Readonly<Record<string, readonly string[]>>;
}

const STORAGE_KEY = 'flowdeck.stars';
const MAX_STARS = 2000;
const NONE: readonly string[] = [];

export const useStars = create<Stars>(() => ({ ids: readStars() ?? {} }));

addEventListener('storage', ({ key }) => {
  if (key === STORAGE_KEY || key === null) useStars.setState({ ids: readStars() ?? {} });
});

export function starsOf(surfaceId: string) {
  return ({ ids }: Stars): readonly string[] => ids[surfaceId] ?? NONE;
}

export function setStar(surfaceId: string, assetIds: readonly string[], isStarred: boolean): void {
  // Another tab may have written since.
  const ids = readStars() ?? useStars.getState().ids;
  const others = (ids[surfaceId] ?? NONE).filter((id) => !assetIds.includes(id));
  const next = { ...ids, [surfaceId]: isStarred ? [...assetIds, ...others].slice(0, MAX_STARS) : others };
  useStars.setState({ ids: next });
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(next));
  } catch {
    // Storage is switched off: the marks last as long as the page.
  }
}

/** Null where there is nothing to read. */
function readStars(): Stars['ids'] | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null');
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
