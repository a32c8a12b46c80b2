/** Kinds by which files are filtered: by their media type, or by their extension if the type says nothing. */
export const ASSET_KINDS = ['image', 'video', 'audio', 'text', '3d', 'other'] as const;
export type AssetKind = (typeof ASSET_KINDS)[number];

const KIND_OF_TYPE: Readonly<Record<string, AssetKind>> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  text: 'text',
  model: '3d',
};
const TEXT_TYPE = /^application\/(?:.*json|.*yaml|xml|toml)/;
const VAGUE_TYPE = /^$|\/octet-stream/;

const EXTENSIONS: Readonly<Record<Exclude<AssetKind, 'other'>, string>> = {
  image: 'png jpg jpeg webp gif avif bmp svg',
  video: 'mp4 webm mov m4v',
  audio: 'mp3 wav flac ogg opus m4a',
  text: 'txt csv md yaml yml log json jsonl ndjson xml html css js',
  '3d': 'glb gltf obj stl ply fbx usd usda usdc usdz',
};

/** The store has the same rule in SQL, as the column `kind` of its files. */
export function assetKindOf(contentType: string, filePath: string | null | undefined): AssetKind {
  const type = contentType.toLowerCase();
  const ofType = KIND_OF_TYPE[type.split('/', 1)[0] ?? ''];
  if (ofType && type.includes('/')) return ofType;
  if (TEXT_TYPE.test(type)) return 'text';
  if (!VAGUE_TYPE.test(type)) return 'other';
  const extension = (filePath ?? '').toLowerCase().split('.').at(-1) ?? '';
  return ASSET_KINDS.find((kind) => kind !== 'other' && ` ${EXTENSIONS[kind]} `.includes(` ${extension} `)) ?? 'other';
}

/** Types that `<img>` shows without executing code; deliberately excludes SVG. */
const SHOWN_IMAGE = /^image\/(?:png|jpe?g|webp|gif|avif|bmp|apng)$/i;

/** Returns true if the console shows a file of this type as an image. */
export function isShownImage(contentType: string): boolean {
  return SHOWN_IMAGE.test(contentType.split(';')[0]?.trim() ?? '');
}
