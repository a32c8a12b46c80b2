import type { Metadata } from 'sharp';

/** Bytes per sample, by the names of libvips. An unknown one counts as the largest. */
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
  /** Of all read pages together: width x height x channels x bytes per sample. */
  bytes: number;
  /**
   * The library holds the whole picture at once: interlaced and progressive files, formats without rows, and pictures
   * that are turned upright. Others are read row by row.
   */
  isHeldWhole: boolean;
}

/** What a picture takes in memory once decoded, from its header alone. @param pages the number that is read */
export function decodedSize(metadata: Metadata, pages = 1): DecodedSize {
  const { width, height, channels, depth, format, isProgressive, orientation } = metadata;
  const rows = (metadata.pageHeight ?? height) * pages;
  const isTurned = orientation !== undefined && orientation > 1;
  return {
    bytes: width * rows * channels * (SAMPLE_BYTES[depth] ?? LARGEST_SAMPLE),
    isHeldWhole: isProgressive || isTurned || !['png', 'jpeg', 'tiff'].includes(format),
  };
}
