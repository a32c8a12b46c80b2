import type { NamedUrl } from './url-scanner';

/** Which addresses of an answer are assets, for models that do not say so. */
const MEDIA_EXTENSION =
  /\.(?:png|jpe?g|webp|gif|avif|bmp|tiff?|svg|heic|mp4|webm|mov|mkv|m4v|mp3|wav|flac|ogg|opus|m4a|aac|glb|gltf|fbx|obj|usdz|ply|stl|zip)$/i;
/** `url`, `sample`, `image_url`, `gcsUri`, and the items of `output`, `urls`, `images`. */
const MEDIA_NAME = /^(?:url|uri|urls|sample|output|outputs|images?|videos?|audios?|files?|.+[_-]?ur[li]s?)$/i;
/** Where to ask, where it came from, what to read: no results. */
const OTHER_NAME = /status|response|cancel|poll|webhook|callback|docs?_|source|citation|reference|homepage|license/i;

export function isAssetPlace({ address, path }: NamedUrl): boolean {
  if (path.some((key) => typeof key === 'string' && OTHER_NAME.test(key))) return false;
  if (MEDIA_EXTENSION.test(new URL(address).pathname)) return true;
  return MEDIA_NAME.test(String(path.findLast((key) => typeof key === 'string') ?? ''));
}

/** `data[].url` for `["data", 0, "url"]`. */
export function writePath(path: NamedUrl['path']): string {
  return path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[]` : text === '' ? key : `${text}.${key}`),
    '',
  );
}

export function isMediaType(contentType: string): boolean {
  return /^(?:image|audio|video|model)\//i.test(contentType);
}

/** What a file is called when it is saved: the last part of its address. */
export function nameOfAddress(address: string): string {
  const last = new URL(address).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last) || 'result';
  } catch {
    return last;
  }
}
