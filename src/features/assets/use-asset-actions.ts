import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { isApiError } from '@/api/api-error';
import type { ListedAsset } from '@contract/console/schemas';
import { deleteAsset, saveAsset } from '@/domains/assets/change-asset';
import { setStar } from '@/features/assets/starred-assets';
import { operationKey, type Surface } from '@/api/surface';
import { formatCount } from '@/lib/format';
import { showToast } from '@/shared/feedback/toasts';
import { assetName } from './asset-text';

/** Actions that change assets, and the messages about them. */
export function useAssetActions(surface: Surface) {
  const client = useQueryClient();
  const [isDeleting, setIsDeleting] = useState(false);
  const refresh = () => client.invalidateQueries({ queryKey: operationKey(surface, 'console.assets') });

  const keep = async (asset: ListedAsset) => {
    try {
      await saveAsset(surface, asset);
      await refresh();
      const description = asset.job_id ? 'Saved as an upload that outlives the job.' : null;
      showToast({
        tone: 'ok',
        isOfPage: true,
        title: `${assetName(asset)} is stored permanently`,
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

  /**
   * Deletes the assets one after the other. Assets that fail to delete stay and are reported. @returns ids of the deleted assets
   */
  const remove = async (assets: readonly ListedAsset[]): Promise<string[]> => {
    setIsDeleting(true);
    const gone: string[] = [];
    let rejection: { name: string; error: unknown } | null = null;
    for (const asset of assets) {
      try {
        await deleteAsset(surface, asset.id);
        gone.push(asset.id);
      } catch (error) {
        // Another client already deleted it.
        if (isApiError(error) && error.status === 404) gone.push(asset.id);
        else rejection ??= { name: assetName(asset), error };
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
    if (rejection) {
      showToast({
        tone: 'bad',
        isOfPage: true,
        title: `${rejection.name} could not be deleted`,
        description: words(rejection.error),
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
