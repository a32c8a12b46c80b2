import type { NamedUrl } from './url-scanner';

/** Rules that tell which URLs of a response are assets, for models that do not declare them. */
const MEDIA_EXTENSION =
  /\.(?:png|jpe?g|webp|gif|avif|bmp|tiff?|svg|heic|mp4|webm|mov|mkv|m4v|mp3|wav|flac|ogg|opus|m4a|aac|glb|gltf|fbx|obj|usdz|ply|stl|zip)$/i;
/** Member names of assets, such as `url`, `sample`, `image_url`, `gcsUri`, and the items of `output`, `urls`, `images`. */
const MEDIA_NAME = /^(?:url|uri|urls|sample|output|outputs|images?|videos?|audios?|files?|.+[_-]?ur[li]s?)$/i;
/** Names of other URLs, such as status URLs, sources and docs. */
const OTHER_NAME = /status|response|cancel|poll|webhook|callback|docs?_|source|citation|reference|homepage|license/i;

export function isAssetLocation({ address, path }: NamedUrl): boolean {
  if (path.some((key) => typeof key === 'string' && OTHER_NAME.test(key))) return false;
  if (MEDIA_EXTENSION.test(new URL(address).pathname)) return true;
  return MEDIA_NAME.test(path.findLast((key) => typeof key === 'string') ?? '');
}

/** Formats a path, such as `data[].url` for `["data", 0, "url"]`. */
export function writePath(path: NamedUrl['path']): string {
  return path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[]` : text === '' ? key : `${text}.${key}`),
    '',
  );
}

export function isMediaType(contentType: string): boolean {
  return /^(?:image|audio|video|model)\//i.test(contentType);
}

/** Returns the file name for saving: the last segment of the URL. */
export function fileNameOfUrl(address: string): string {
  const last = new URL(address).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last) || 'result';
  } catch {
    return last;
  }
}
