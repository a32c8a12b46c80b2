/** Few sizes, so that a caller cannot fill the disk with thousands of variants of one picture. */
const SIDES_PX = [64, 128, 256, 512] as const;

/** The smallest kept size that is not smaller than the wish; null without a wish that is a number. */
export function thumbnailSide(wish: string | null): number | null {
  if (wish === null || !/^\d{1,5}$/.test(wish)) return null;
  return SIDES_PX.find((side) => side >= Number(wish)) ?? 512;
}
