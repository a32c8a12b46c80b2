import type { OutputType } from '@contract/jobs/schemas';

/** Media types by extension, for files whose type the server does not report. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
  bmp: 'image/bmp',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  svg: 'image/svg+xml',
  exr: 'image/x-exr',
  hdr: 'image/vnd.radiance',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  mkv: 'video/x-matroska',
  avi: 'video/x-msvideo',
  flac: 'audio/flac',
  mp3: 'audio/mpeg',
  opus: 'audio/ogg',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  html: 'text/html',
  srt: 'application/x-subrip',
  json: 'application/json',
  glb: 'model/gltf-binary',
  gltf: 'model/gltf+json',
  obj: 'model/obj',
  stl: 'model/stl',
  ply: 'model/ply',
  fbx: 'model/fbx',
  usdz: 'model/vnd.usdz+zip',
  zip: 'application/zip',
};

/** Lists under which ComfyUI's nodes report files (docs/api-notes.md, Outputs through ComfyUI). */
const TYPE_OF_KEY: Readonly<Record<string, OutputType>> = {
  images: 'image',
  gifs: 'video',
  videos: 'video',
  audio: 'audio',
  text: 'text',
  latents: 'latent',
};

const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+$/;
const SAYS_NOTHING = new Set(['application/octet-stream', 'binary/octet-stream', 'application/x-empty']);

export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot + 1).toLowerCase();
}

/** Returns the common extension of a media type without the dot; empty if unknown. */
export function extensionFor(contentType: string): string {
  const plain = plainType(contentType);
  return Object.keys(CONTENT_TYPES).find((extension) => CONTENT_TYPES[extension] === plain) ?? '';
}

/** Prefers the type that the server reports, unless it is generic: it reports pages and scripts as bytes and knows few extensions. */
export function contentTypeOf(name: string, header: string | null): string {
  const said = plainType(header ?? '');
  if (MEDIA_TYPE.test(said) && !SAYS_NOTHING.has(said)) return said;
  const extension = extensionOf(name);
  return (Object.hasOwn(CONTENT_TYPES, extension) ? CONTENT_TYPES[extension] : undefined) ?? 'application/octet-stream';
}

/** By content type, then extension, then the list name: SaveVideo reports its video under `images`. */
export function outputTypeOf(contentType: string, name: string, key: string): OutputType {
  const [family] = contentType.split('/');
  if (family === 'image' || family === 'video' || family === 'audio' || family === 'text') return family;
  if (contentType === 'application/json') return 'text';
  if (extensionOf(name) === 'latent') return 'latent';
  if (contentType !== 'application/octet-stream') return 'file';
  return (Object.hasOwn(TYPE_OF_KEY, key) ? TYPE_OF_KEY[key] : undefined) ?? 'file';
}

function plainType(contentType: string): string {
  return (contentType.split(';')[0] ?? '').trim().toLowerCase();
}
