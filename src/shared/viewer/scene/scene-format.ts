export const SCENE_FORMATS = ['glb', 'gltf', 'obj', 'stl', 'ply'] as const;
export type SceneFormat = (typeof SCENE_FORMATS)[number];

const FORMAT_OF_TYPE: Readonly<Record<string, SceneFormat>> = {
  'model/gltf-binary': 'glb',
  'model/gltf+json': 'gltf',
  'model/obj': 'obj',
  'model/stl': 'stl',
  'model/ply': 'ply',
};

/** Which reader a file wants: its first bytes tell where they can, then its type, then its name. */
export function sceneFormat(bytes: Uint8Array, contentType: string, name: string): SceneFormat | null {
  const head = String.fromCharCode(...bytes.subarray(0, 4));
  if (head === 'glTF') return 'glb';
  if (/^ply\s/.test(head)) return 'ply';
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  const end = name.toLowerCase().split('.').at(-1);
  return FORMAT_OF_TYPE[type] ?? SCENE_FORMATS.find((format) => format === end) ?? null;
}
