import type { MediaWay } from '../schema/field';

/** A file as the text that goes into the body. The browser encodes it off the main thread. */
export function encodeFile(file: Blob, contentType: string, way: Exclude<MediaWay, 'url'>): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file cannot be read.')));
    reader.addEventListener('load', () => {
      const text = String(reader.result);
      const data = text.slice(text.indexOf(',') + 1);
      resolve(way === 'base64' ? data : `data:${contentType};base64,${data}`);
    });
    reader.readAsDataURL(file);
  });
}
