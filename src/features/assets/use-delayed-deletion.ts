import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ListedAsset } from '@contract/console/schemas';
import { t } from '@/lib/i18n/messages';
import { dismissToast, showToast } from '@/shared/feedback/toasts';
import { assetName } from './asset-text';

/** As long as other messages with an action are shown. */
const DELAY_MS = 15_000;
const NONE: ReadonlyMap<string, ListedAsset> = new Map();

interface Waiting {
  assets: readonly ListedAsset[];
  timer: ReturnType<typeof setTimeout>;
  toast: number;
}

interface DelayedDeletion {
  /** Files that the page hides, by their IDs. */
  hidden: ReadonlyMap<string, ListedAsset>;
  /** Hides files, and deletes them after a while, in which the user can take it back. */
  schedule: (assets: readonly ListedAsset[]) => void;
}

/**
 * Deletes files with a delay, since the API cannot restore them. Files that are deleted in the meantime join those that wait. Leaving
 * the page deletes them at once; a closed tab keeps them (decision 122).
 */
export function useDelayedDeletion(remove: (assets: readonly ListedAsset[]) => Promise<unknown>): DelayedDeletion {
  const [hidden, setHidden] = useState(NONE);
  const waiting = useRef<Waiting | null>(null);
  const take = useCallback((): readonly ListedAsset[] => {
    const taken = waiting.current;
    waiting.current = null;
    if (!taken) return [];
    clearTimeout(taken.timer);
    dismissToast(taken.toast);
    return taken.assets;
  }, []);
  const schedule = useCallback(
    (assets: readonly ListedAsset[]) => {
      const all = [...take(), ...assets];
      const [first] = all;
      if (!first) return;
      const show = (shown: readonly ListedAsset[]) => {
        const ids = new Set(shown.map(({ id }) => id));
        setHidden((before) => new Map([...before].filter(([id]) => !ids.has(id))));
      };
      const carryOut = async () => {
        const taken = take();
        await remove(taken);
        // Those that could not be deleted are there again.
        show(taken);
      };
      waiting.current = {
        assets: all,
        timer: setTimeout(() => void carryOut(), DELAY_MS),
        toast: showToast({
          tone: 'neutral',
          title:
            all.length === 1
              ? t('Deleted {name}', { name: assetName(first) })
              : t('{count, plural, one {Deleted # file} other {Deleted # files}}', { count: all.length }),
          // The timer ends it.
          stays: true,
          isOfPage: true,
          action: { label: t('Undo'), onSelect: () => show(take()) },
        }),
      };
      setHidden((before) => new Map([...before, ...assets.map((asset) => [asset.id, asset] as const)]));
    },
    [remove, take],
  );
  const leave = useEffectEvent(() => {
    const assets = take();
    if (assets.length > 0) void remove(assets);
  });
  useEffect(() => () => leave(), []);
  return { hidden, schedule };
}
