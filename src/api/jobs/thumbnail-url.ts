import type { Output } from '@contract/jobs/schemas';
import type { Surface } from '../surface';

/** Longest side in pixels, for rows and film strips at twice the density. */
export const THUMB_ROW = 88;
export const THUMB_STRIP = 192;
export const THUMB_NODE = 384;

/** Our gateway makes small pictures of any size; elsewhere the picture itself has to do. */
export function thumbnailUrl(surface: Surface, url: string, side: number): string {
  if (surface.kind !== 'gateway') return url;
  const small = new URL(url);
  small.searchParams.set('thumb', String(side));
  return small.href;
}

/** Kinds that `<img>` shows without running anything: SVG is left out on purpose. */
const PICTURE = /^image\/(?:png|jpe?g|webp|gif|avif|bmp|apng)$/i;

export function isPicture(output: Pick<Output, 'content_type'>): boolean {
  return PICTURE.test(output.content_type.split(';')[0]?.trim() ?? '');
}
