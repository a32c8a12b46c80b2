import { defineSetting } from '@/lib/settings/setting';
import { entriesIn, isText, json } from '@/lib/settings/setting-schemas';
import type { SettingKey } from '@/lib/settings/stored-keys';
import { useSetting } from '@/lib/settings/use-setting';

/** By surface, newest first. */
type IdsBySurface = Readonly<Record<string, readonly string[]>>;

const NONE: readonly string[] = [];

/**
 * Set of ids that the user marked or used, by surface, stored only in this browser. Small enough for one local storage entry,
 * which syncs across tabs.
 */
export function createStoredIdSet(key: SettingKey, max: number) {
  const setting = defineSetting<IdsBySurface>(key, {
    schema: json((stored) => {
      const lists = entriesIn(stored)?.map(([id, ids]) => [id, Array.isArray(ids) ? ids.filter(isText) : []] as const);
      return lists && Object.fromEntries(lists);
    }),
    default: {},
  });
  const idsOf = (surfaceId: string) => setting.get()[surfaceId] ?? NONE;
  const useIds = (surfaceId: string) => useSetting(setting, (ids) => ids[surfaceId] ?? NONE);

  /** Adds ids at the front, or removes them. */
  function setKept(surfaceId: string, changed: readonly string[], isKept: boolean): void {
    setting.update((ids) => {
      const others = (ids[surfaceId] ?? NONE).filter((id) => !changed.includes(id));
      return { ...ids, [surfaceId]: isKept ? [...changed, ...others].slice(0, max) : others };
    });
  }

  const surfaces = () => Object.keys(setting.get());
  return { useIds, idsOf, setKept, surfaces };
}
