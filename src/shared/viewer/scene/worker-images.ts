import { ImageLoader, Mesh, Points, type Object3D, type Texture } from 'three';
import { readImageSize, IMAGE_HEAD_BYTES } from '@/lib/files/image-size';
import { materialsOf } from './scene-details';
import { texturesOf } from './pack-scene';

/** Limit for images: a texture of 8192 × 8192 pixels takes 256 MiB of GPU memory. */
const MAX_PIXELS = 8192 * 8192;

/**
 * three's loaders decode textures with `<img>`, which workers lack. This decodes them from bytes. An object URL is only a name of
 * its blob, so no content of the file ever gets a URL that a tab could open.
 */
export function decodeImagesInWorker(): void {
  const blobs = new Map<string, Blob>();
  URL.createObjectURL = (blob) => {
    const name = `blob:${blobs.size}`;
    // Loaders create object URLs of blobs only: a worker has no media source.
    blobs.set(name, blob as Blob);
    return name;
  };
  URL.revokeObjectURL = (name) => void blobs.delete(name);
  const load: ImageLoader['load'] = function load(this: ImageLoader, url, onLoad, _onProgress, onError) {
    const { manager } = this;
    const name = manager.resolveURL(`${this.path}${url}`);
    manager.itemStart(name);
    const blob = blobs.get(name) ?? dataBlob(name);
    // The caller makes a texture of it, which accepts both types.
    decode(blob)
      .then((bitmap) => onLoad?.(bitmap as unknown as HTMLImageElement))
      .catch((problem: unknown) => {
        onError?.(problem);
        manager.itemError(name);
      })
      .finally(() => manager.itemEnd(name));
    // Loaders take the image from the callback.
    return null as unknown as HTMLImageElement;
  };
  ImageLoader.prototype.load = load;
}

async function decode(blob: Blob | null): Promise<ImageBitmap> {
  if (!blob) throw new Error('The image is not in the file');
  const size = readImageSize(new Uint8Array(await blob.slice(0, IMAGE_HEAD_BYTES).arrayBuffer()));
  if (size && size.width * size.height > MAX_PIXELS) throw new Error('The image is too large');
  return createImageBitmap(blob, { premultiplyAlpha: 'none', colorSpaceConversion: 'none' });
}

/** Returns the blob of a `data:` URL; `null` if it is not one or is empty. */
function dataBlob(url: string): Blob | null {
  const [, type = '', base64, body = ''] = /^data:([^;,]*)(?:;[^;,]*)*?(;base64)?,(.*)$/is.exec(url) ?? [];
  if (body === '') return null;
  const text = base64 ? atob(decodeURIComponent(body)) : decodeURIComponent(body);
  return new Blob([Uint8Array.from(text, (character) => character.charCodeAt(0))], { type });
}

/** Flips the pixels of images, since WebGL ignores `flipY` for an `ImageBitmap`. */
export async function uprightImages(object: Object3D): Promise<void> {
  const textures = new Set<Texture>();
  object.traverse((part) => {
    if (part instanceof Mesh || part instanceof Points) {
      for (const texture of materialsOf(part).flatMap(texturesOf)) textures.add(texture);
    }
  });
  const turned = new Map<Texture['source'], Promise<ImageBitmap>>();
  await Promise.all(
    [...textures].map(async (texture) => {
      const { source } = texture;
      if (!texture.flipY || !(source.data instanceof ImageBitmap)) return;
      const upright =
        turned.get(source) ??
        createImageBitmap(source.data, {
          imageOrientation: 'flipY',
          premultiplyAlpha: 'none',
          colorSpaceConversion: 'none',
        });
      turned.set(source, upright);
      source.data = await upright;
      texture.flipY = false;
    }),
  );
}
