import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { isApiError } from '@/api/api-error';
import type { ListedAsset } from '@/api/assets/asset-list';
import { deleteAsset, saveAsset } from '@/api/assets/change-asset';
import { setStar } from '@/api/storage/stars';
import { operationKey, type Surface } from '@/api/surface';
import { formatCount } from '@/lib/format';
import { showToast } from '@/shared/toasts';
import { assetName } from './asset-text';

/** What changes files, and what is told of it. */
export function useAssetActions(surface: Surface) {
  const client = useQueryClient();
  const [isDeleting, setIsDeleting] = useState(false);
  const refresh = () => client.invalidateQueries({ queryKey: operationKey(surface, 'console.assets') });

  const keep = async (asset: ListedAsset) => {
    try {
      await saveAsset(surface, asset);
      await refresh();
      const description = asset.job_id ? 'Saved as an upload that is kept after the job expires.' : null;
      showToast({
        tone: 'ok',
        isOfPage: true,
        title: `${assetName(asset)} is kept permanently`,
        ...(description ? { description } : {}),
      });
    } catch (error) {
      showToast({
        tone: 'bad',
        isOfPage: true,
        title: `${assetName(asset)} could not be kept`,
        description: words(error),
      });
    }
  };

  /** One after the other; what refuses stays, and is told. @returns ids of those that are gone */
  const remove = async (assets: readonly ListedAsset[]): Promise<string[]> => {
    setIsDeleting(true);
    const gone: string[] = [];
    let refusal: { name: string; error: unknown } | null = null;
    for (const asset of assets) {
      try {
        await deleteAsset(surface, asset.id);
        gone.push(asset.id);
      } catch (error) {
        // Somebody else was quicker.
        if (isApiError(error) && error.status === 404) gone.push(asset.id);
        else refusal ??= { name: assetName(asset), error };
      }
    }
    setStar(surface.id, gone, false);
    await Promise.all([
      refresh(),
      client.invalidateQueries({ queryKey: operationKey(surface, 'listJobs') }),
      client.invalidateQueries({ queryKey: operationKey(surface, 'getJob') }),
    ]);
    setIsDeleting(false);
    if (gone.length > 0)
      showToast({ tone: 'neutral', isOfPage: true, title: `Deleted ${formatCount(gone.length, 'file')}` });
    if (refusal) {
      showToast({
        tone: 'bad',
        isOfPage: true,
        title: `${refusal.name} could not be deleted`,
        description: words(refusal.error),
      });
    }
    return gone;
  };

  const star = useCallback((id: string, isStarred: boolean) => setStar(surface.id, [id], isStarred), [surface]);
  return { keep, remove, star, isDeleting };
}

function words(error: unknown): string {
  return error instanceof Error ? error.message : 'Unknown error.';
}
