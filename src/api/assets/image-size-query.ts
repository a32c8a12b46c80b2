import { queryOptions } from '@tanstack/react-query';
import { PICTURE_HEAD_BYTES, readPictureSize } from '@/workers/image-size';
import { operationKey, type Surface } from '../surface';
import { isLacking, learn } from '../surfaces/capability-record';
import { fetchContent } from './fetch-content';

/** Width and height of a held picture, out of its first bytes; null where they cannot be told. */
export function imageSizeQuery(surface: Surface, asset: { id: string; url: string }) {
  return queryOptions({
    queryKey: operationKey(surface, 'getAssetContent', 'size', asset.id),
    queryFn: async ({ signal }) => {
      if (isLacking(surface, 'ranges')) return null;
      const headers = { Range: `bytes=0-${PICTURE_HEAD_BYTES - 1}` };
      const response = await fetchContent(surface, asset.url, { headers, signal });
      if (response.ok) learn(surface, 'ranges', response.status === 206);
      if (response.status === 206) return readPictureSize(new Uint8Array(await response.arrayBuffer()));
      // A surface without ranges would send the whole of it.
      await response.body?.cancel();
      return null;
    },
    staleTime: Infinity,
    retry: false,
  });
}
