import { isShownImage } from '@contract/console/asset-kinds';
import type { Output } from '@contract/jobs/schemas';
import type { Surface } from '@/api/surface';

/** Longest side in pixels, for rows and film strips at twice the density. */
export const THUMB_ROW = 88;
export const THUMB_STRIP = 192;
export const THUMB_NODE = 384;

/** Returns a thumbnail URL on our gateway; other surfaces have none, so this is the URL of the image itself. */
export function thumbnailUrl(surface: Surface, url: string, side: number): string {
  if (surface.kind !== 'gateway') return url;
  const small = new URL(url);
  small.searchParams.set('thumb', String(side));
  return small.href;
}

export function isImage(output: Pick<Output, 'content_type'>): boolean {
  return isShownImage(output.content_type);
}
