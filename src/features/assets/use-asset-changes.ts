import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { isApiError } from '@/api/api-error';
import type { ListedAsset } from '@contract/console/schemas';
import { deleteAsset, saveAsset } from '@/domains/assets/change-asset';
import { markFiles, NO_MARK } from '@/domains/annotations/file-marks';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import type { Failure } from '@/shared/feedback/action';
import { useAction } from '@/shared/feedback/use-action';
import { messageOf } from '@/lib/message-of';
import { assetName } from './asset-text';

/** Changes of stored files, and the messages about them. */
export function useAssetChanges(surface: Surface) {
  const client = useQueryClient();
  const keep = useAction({
    run: (asset: ListedAsset) => saveAsset(surface, asset),
    done: (_saved, asset) => ({
      isOfPage: true,
      title: t('{name} is stored permanently', { name: assetName(asset) }),
      ...(asset.job_id ? { description: t('Saved as an upload that outlives the job.') } : {}),
    }),
    failed: (error, asset) => ({
      isOfPage: true,
      title: t('{name} could not be kept', { name: assetName(asset) }),
      description: messageOf(error, t('Unknown error.')),
    }),
    stale: [client, surface, 'createAsset'],
  });
  const remove = useAction({
    run: (assets: readonly ListedAsset[]) => deleteAssets(client, surface, assets),
    done: ({ gone, rejected }) => {
      const deleted = t('{count, plural, one {Deleted # file} other {Deleted # files}}', { count: gone.length });
      if (gone.length === 0) return null;
      if (!rejected) return { tone: 'neutral', isOfPage: true, title: deleted };
      const failure = deletionFailure(rejected.asset, rejected.error);
      return { tone: 'bad', ...failure, description: `${failure.description} ${deleted}.` };
    },
    // None was deleted, not even the first.
    failed: (error, [first]) => (first ? deletionFailure(first, error) : null),
    stale: [client, surface, 'deleteAsset'],
  });

  return { keep, remove };
}

function deletionFailure(asset: ListedAsset, error: unknown): Failure {
  return {
    isOfPage: true,
    title: t('{name} could not be deleted', { name: assetName(asset) }),
    description: messageOf(error, t('Unknown error.')),
  };
}

interface Deletion {
  /** IDs. */
  gone: string[];
  /** The first that could not be deleted. */
  rejected: { asset: ListedAsset; error: unknown } | null;
}

/** Deletes one after the other; those that fail stay. @throws ApiError if all fail */
async function deleteAssets(client: QueryClient, surface: Surface, assets: readonly ListedAsset[]): Promise<Deletion> {
  const gone: string[] = [];
  let rejected: Deletion['rejected'] = null;
  for (const asset of assets) {
    try {
      await deleteAsset(surface, asset.id);
      gone.push(asset.id);
    } catch (error) {
      // Another client already deleted it.
      if (isApiError(error) && error.status === 404) gone.push(asset.id);
      else rejected ??= { asset, error };
    }
  }
  if (gone.length === 0 && rejected) throw rejected.error;
  await markFiles(client, surface.id, gone, NO_MARK);
  return { gone, rejected };
}
