const FORMAT_OF_END = {
  glb: 'glb',
  gltf: 'gltf',
  obj: 'obj',
  stl: 'stl',
  ply: 'ply',
  fbx: 'fbx',
  usd: 'usd',
  usda: 'usd',
  usdc: 'usd',
  usdz: 'usd',
} as const;

export type SceneFormat = (typeof FORMAT_OF_END)[keyof typeof FORMAT_OF_END];

const FORMAT_OF_TYPE: Readonly<Record<string, SceneFormat>> = {
  'model/gltf-binary': 'glb',
  'model/gltf+json': 'gltf',
  'model/obj': 'obj',
  'model/stl': 'stl',
  'model/ply': 'ply',
  'model/fbx': 'fbx',
  'model/vnd.usd': 'usd',
  'model/vnd.usda': 'usd',
  'model/vnd.usdz+zip': 'usd',
};

/** First bytes of each format. USDZ starts like any other zip. */
const FORMAT_OF_START: readonly (readonly [RegExp, SceneFormat])[] = [
  [/^glTF/, 'glb'],
  [/^ply\s/, 'ply'],
  [/^(?:Kaydara FBX|; FBX)/, 'fbx'],
  [/^(?:PXR-USDC|#usda)/, 'usd'],
];
const START_BYTES = 16;

/** Returns the format of a file: by its first bytes if they identify it, then by its type, then by its name. */
export function sceneFormat(bytes: Uint8Array, contentType: string, name: string): SceneFormat | null {
  const start = String.fromCharCode(...bytes.subarray(0, START_BYTES));
  const begun = FORMAT_OF_START.find(([pattern]) => pattern.test(start));
  if (begun) return begun[1];
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  const end = name.toLowerCase().split('.').at(-1) ?? '';
  return FORMAT_OF_TYPE[type] ?? (isEnd(end) ? FORMAT_OF_END[end] : null);
}

function isEnd(end: string): end is keyof typeof FORMAT_OF_END {
  return Object.hasOwn(FORMAT_OF_END, end);
}
