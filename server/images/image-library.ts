import sharp from 'sharp';

/** The formats that are read: those that ComfyUI's Pillow and browsers share. SVG and PDF run interpreters of their own. */
const FORMATS = new Set(['png', 'jpeg', 'webp', 'gif', 'heif', 'tiff']);
/** The loaders of libvips for them, each with its variants for files and buffers. */
const LOADERS = ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif', 'Tiff'].map((name) => `VipsForeignLoad${name}`);

/**
 * Prepares the image library for untrusted files: loaders of other formats are blocked before they see a byte, one thread
 * per image, and no cache. Call it once, in each process that decodes.
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
