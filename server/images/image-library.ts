import sharp from 'sharp';

/** Supported formats: those that both ComfyUI's Pillow and browsers read. SVG and PDF are excluded: they need interpreters. */
const FORMATS = new Set(['png', 'jpeg', 'webp', 'gif', 'heif', 'tiff']);
/** Their libvips loaders, each in variants for files and buffers. */
const LOADERS = ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif', 'Tiff'].map((name) => `VipsForeignLoad${name}`);

/**
 * Prepares the image library for untrusted files: blocks the loaders of other formats, uses one thread per image, and disables
 * the cache. Call it once in each process that decodes.
 */
export function setUpImageLibrary(): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  sharp.cache(false);
  sharp.concurrency(1);
}

export function isReadFormat(format: string): boolean {
  return FORMATS.has(format);
}
