/** Types that a browser renders without executing code, even if the URL is opened directly. */
const INERT_TYPE =
  /^(?:image\/(?:png|apng|jpeg|webp|gif|avif|bmp|tiff|x-icon)|(?:audio|video)\/[\w.+-]+|text\/plain|application\/json)$/;

/**
 * The only place that creates object URLs. Such a URL has the origin of the console and no content security policy, so
 * a document in it (HTML, SVG, XHTML) could read everything here if the user opens it in a new tab. Bytes of any type
 * that is not listed get `application/octet-stream`, which browsers only save. Copies no bytes.
 */
export function createObjectUrl(blob: Blob): string {
  return URL.createObjectURL(blob.slice(0, blob.size, inertType(blob.type)));
}

/** @returns the type without its parameters if it is inert, else `application/octet-stream` */
export function inertType(contentType: string): string {
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  return INERT_TYPE.test(type) ? type : 'application/octet-stream';
}
