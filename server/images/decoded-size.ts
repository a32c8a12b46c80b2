import type { Metadata } from 'sharp';

/** Bytes per sample by libvips format name. Unknown formats count as the largest. */
const SAMPLE_BYTES: Readonly<Record<string, number>> = {
  uchar: 1,
  char: 1,
  ushort: 2,
  short: 2,
  uint: 4,
  int: 4,
  float: 4,
  complex: 8,
  double: 8,
};
const LARGEST_SAMPLE = 16;

export interface DecodedSize {
  /** Total over all pages that are read: width x height x channels x bytes per sample. */
  bytes: number;
  /**
   * True if the library must hold the whole image: interlaced and progressive files, formats without rows, and images that are
   * rotated by their EXIF orientation. Others are read row by row.
   */
  isHeldWhole: boolean;
}

/** Computes the decoded size of an image from its header alone. @param pages number of pages that are read */
export function decodedSize(metadata: Metadata, pages = 1): DecodedSize {
  const { width, height, channels, depth, format, isProgressive, orientation } = metadata;
  const rows = (metadata.pageHeight ?? height) * pages;
  const isTurned = orientation !== undefined && orientation > 1;
  return {
    bytes: width * rows * channels * (SAMPLE_BYTES[depth] ?? LARGEST_SAMPLE),
    isHeldWhole: isProgressive || isTurned || !['png', 'jpeg', 'tiff'].includes(format),
  };
}
