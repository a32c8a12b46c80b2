const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  bmp: 'image/bmp',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  m4v: 'video/mp4',
  mkv: 'video/x-matroska',
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  flac: 'audio/flac',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  m4a: 'audio/mp4',
};

/** Browsers leave `type` empty for file types that their platform does not know. */
export function contentTypeOf(file: { name: string; type: string }): string {
  if (file.type) return file.type;
  const extension = /\.(\w+)$/.exec(file.name)?.[1]?.toLowerCase() ?? '';
  return TYPES[extension] ?? 'application/octet-stream';
}

/** Returns the usual extension of a media type, without the dot; `undefined` if there is none. */
export function extensionFor(type: string): string | undefined {
  return Object.keys(TYPES).find((extension) => TYPES[extension] === type);
}

/** Returns the name without folders: a path in it would be a path on the surface's disk. */
export function fileNameOf(file: { name: string }): string {
  const last = file.name.split(/[/\\]/).at(-1) ?? '';
  // oxlint-disable-next-line no-control-regex -- names from archives can hold them
  const plain = last.replace(/[\u0000-\u001f\u007f]/g, '').trim();
  return plain === '' || plain === '.' || plain === '..' ? 'file' : plain;
}
