import type { JsonPath } from '@/shared/json-tree/json-path';

/** What names of members tell about their values. Spelled as partner models spell them, compared without case and marks. */

/** `lastFrameUrl` and `last_frame_url` are one name. */
export function plainName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase();
}

const LINK_NAME =
  /^(?:url|uri|urls|sample|samples|gcsuri|fileuri|href|src|link|downloadurl|output|outputs|result|results|file|files|images?|videos?|audios?|media|artifacts?|glb|gltf|fbx|usdz|obj|mtl|stl|ply|blend|3mf|dae|step|usda?)$|(?:url|uri|urls)$/;

/** Addresses for programs: nothing there is a result. */
const SERVICE_NAME =
  /^(?:status|response|cancel|polling|web|webhook|callback|docs|documentation|homepage|license|terms|schema)(?:url|uri)$/;

/** Under these a model repeats what it was given. */
const ECHO_NAME = /^(?:input|inputs|request|requests|parameters|params|prompt|prompts|arguments|options)$/;

const EXTRA_NAME =
  /thumbnail|thumb|preview|poster|cover|watermark|mask|depth|normal|texture|baseco|metallic|roughness|lastframe|firstframe/;

const BYTES_NAME =
  /^(?:b64json|b64|base64|bytesbase64encoded|imagebase64|audiobase64|videobase64|imagedata|audiodata|videodata|imagebytes|audiobytes|videobytes)$/;

/** Bytes only where a media type stands beside them. */
const DATA_NAME = /^(?:data|bytes|content|body|payload|blob|image|audio|video|file)$/;

const TYPE_NAME = /^(?:mimetype|contenttype|mediatype)$/;

export const isLinkName = (name: string) => LINK_NAME.test(plainName(name)) && !isServiceName(name);
export const isServiceName = (name: string) => SERVICE_NAME.test(plainName(name));
export const isBytesName = (name: string) => BYTES_NAME.test(plainName(name));
export const isDataName = (name: string) => DATA_NAME.test(plainName(name));
export const isTypeName = (name: string) => TYPE_NAME.test(plainName(name));

/** Beside the result rather than the result itself: small pictures, watermarked copies, maps, single frames. */
export function isExtraPath(path: JsonPath): boolean {
  return path.some((part) => typeof part === 'string' && EXTRA_NAME.test(plainName(part)));
}

export function isEchoPath(path: JsonPath): boolean {
  return path.slice(0, -1).some((part) => typeof part === 'string' && ECHO_NAME.test(plainName(part)));
}

/** The name that stands closest to a value: an index has the name of its list. */
export function nearestName(path: JsonPath): string {
  return String(path.findLast((part) => typeof part === 'string') ?? '');
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

/** By the end of its name; empty where that tells nothing. */
export function typeOfName(name: string): string {
  return TYPE_OF_EXTENSION[/\.([A-Za-z0-9]{2,5})$/.exec(name)?.[1]?.toLowerCase() ?? ''] ?? '';
}

/** A page or a program's answer; anything else with an ending is a file that can be saved, known or not. */
const PAGE_ENDING = /^(?:html?|xhtml|php|aspx?|jsp|cgi)$/i;

export function isFileName(name: string): boolean {
  const ending = /[^/.]\.([A-Za-z0-9]{2,6})$/.exec(name)?.[1];
  return ending !== undefined && /[A-Za-z]/.test(ending) && !PAGE_ENDING.test(ending);
}

/** The usual end of a name for such bytes; `bin` where none is known. */
export function extensionOf(contentType: string): string {
  const plain = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  if (plain === 'image/jpeg') return 'jpg';
  return Object.entries(TYPE_OF_EXTENSION).find(([, type]) => type === plain)?.[0] ?? 'bin';
}

/** A name such as `video_url` or a list such as `images` tells a kind where the address has no ending. */
export function typeOfMember(path: JsonPath): string {
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
