import type { JsonPath } from '@/shared/json-tree/json-path';

/** Meaning of property names, in the spellings of partner models; compared without case and punctuation. */

/** `lastFrameUrl` and `last_frame_url` are the same name. */
export function plainName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase();
}

const LINK_NAME =
  /^(?:url|uri|urls|sample|samples|gcsuri|fileuri|href|src|link|downloadurl|output|outputs|result|results|file|files|images?|videos?|audios?|media|artifacts?|glb|gltf|fbx|usdz|obj|mtl|stl|ply|blend|3mf|dae|step|usda?)$|(?:url|uri|urls)$/;

/** Names of URLs for programs: such a URL is never a result. */
const SERVICE_NAME =
  /^(?:status|response|cancel|polling|web|webhook|callback|docs|documentation|homepage|license|terms|schema)(?:url|uri)$/;

/** Properties under which a model repeats its inputs. */
const ECHO_NAME = /^(?:input|inputs|request|requests|parameters|params|prompt|prompts|arguments|options)$/;

const EXTRA_NAME =
  /thumbnail|thumb|preview|poster|cover|watermark|mask|depth|normal|texture|baseco|metallic|roughness|lastframe|firstframe/;

const BYTES_NAME =
  /^(?:b64json|b64|base64|bytesbase64encoded|imagebase64|audiobase64|videobase64|imagedata|audiodata|videodata|imagebytes|audiobytes|videobytes)$/;

/** Count as bytes only with a media type next to them. */
const DATA_NAME = /^(?:data|bytes|content|body|payload|blob|image|audio|video|file)$/;

const TYPE_NAME = /^(?:mimetype|contenttype|mediatype)$/;

export const isLinkName = (name: string) => LINK_NAME.test(plainName(name)) && !isServiceName(name);
export const isServiceName = (name: string) => SERVICE_NAME.test(plainName(name));
export const isBytesName = (name: string) => BYTES_NAME.test(plainName(name));
export const isDataName = (name: string) => DATA_NAME.test(plainName(name));
export const isTypeName = (name: string) => TYPE_NAME.test(plainName(name));

/** Secondary files next to the result: thumbnails, watermarked copies, maps, single frames. */
export function isExtraPath(path: JsonPath): boolean {
  return path.some((part) => typeof part === 'string' && EXTRA_NAME.test(plainName(part)));
}

export function isEchoPath(path: JsonPath): boolean {
  return path.slice(0, -1).some((part) => typeof part === 'string' && ECHO_NAME.test(plainName(part)));
}

/** Returns the nearest property name of a value: an array index uses the name of its array. */
export function nearestName(path: JsonPath): string {
  return path.findLast((part) => typeof part === 'string') ?? '';
}

const TYPE_OF_EXTENSION: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
  bmp: 'image/bmp',
  svg: 'image/svg+xml',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  glb: 'model/gltf-binary',
  gltf: 'model/gltf+json',
  fbx: 'model/fbx',
  usdz: 'model/vnd.usdz+zip',
  obj: 'model/obj',
  mtl: 'model/mtl',
  stl: 'model/stl',
  ply: 'model/ply',
  '3mf': 'model/3mf',
  dae: 'model/vnd.collada+xml',
  blend: 'application/x-blender',
  zip: 'application/zip',
  pdf: 'application/pdf',
  srt: 'text/plain',
  vtt: 'text/plain',
};

/** Returns the media type for the file extension of a name; empty if the extension is unknown. */
export function typeOfName(name: string): string {
  return TYPE_OF_EXTENSION[/\.([A-Za-z0-9]{2,5})$/.exec(name)?.[1]?.toLowerCase() ?? ''] ?? '';
}

/** Extensions of pages and service responses; any other extension belongs to a file that can be saved. */
const PAGE_ENDING = /^(?:html?|xhtml|php|aspx?|jsp|cgi)$/i;

export function isFileName(name: string): boolean {
  const ending = /[^/.]\.([A-Za-z0-9]{2,6})$/.exec(name)?.[1];
  return ending !== undefined && /[A-Za-z]/.test(ending) && !PAGE_ENDING.test(ending);
}

const USUAL_EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'text/plain': 'txt',
  'text/markdown': 'md',
};

/** Returns the usual file extension for a media type; `bin` if none is known. */
export function extensionOf(contentType: string): string {
  const plain = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  return USUAL_EXTENSIONS[plain] ?? Object.entries(TYPE_OF_EXTENSION).find(([, type]) => type === plain)?.[0] ?? 'bin';
}

/** A name such as `video_url` or a list such as `images` implies a kind if the URL has no file extension. */
export function typeOfProperty(path: JsonPath): string {
  const names = path.filter((part) => typeof part === 'string').map(plainName);
  const nearest = [names.at(-1) ?? '', names.at(-2) ?? ''];
  for (const name of nearest) {
    if (/image|picture|photo|thumb|frame|poster|cover|sample/.test(name)) return 'image/*';
    if (/video|film|clip|gcsuri/.test(name)) return 'video/*';
    if (/audio|sound|music|speech|voice/.test(name)) return 'audio/*';
    if (/^(?:glb|gltf|fbx|usdz|obj|stl|ply|modelurls?|mesh)/.test(name)) return 'model/*';
  }
  return '';
}
