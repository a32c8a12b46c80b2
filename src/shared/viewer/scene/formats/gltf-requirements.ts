import { t } from '@/lib/i18n/messages';
import { checkGltfLimits } from './gltf-limits';
import { isFields } from '@contract/typed-objects';

/** Features that a glTF requires and this viewer lacks. */
export interface GltfRequirements {
  /** Other files with geometry or animations, without which nothing is visible. */
  buffers: readonly string[];
  /** Other files with images, without which materials have no textures. */
  images: readonly string[];
  /** Required encodings that this viewer does not support. */
  unread: readonly string[];
  usesDraco: boolean;
  usesMeshopt: boolean;
}

const GLB_MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;

const DRACO = 'KHR_draco_mesh_compression';
const MESHOPT = ['EXT_meshopt_compression', 'KHR_meshopt_compression'];
/** Its decoder runs in a worker created from text, which the page's security policy forbids. */
const UNREAD = ['KHR_texture_basisu'];

/** @throws UnreadableScene if it states sizes over the limits, or an error if the bytes are not glTF */
export function gltfRequirements(bytes: Uint8Array): GltfRequirements {
  const root: unknown = JSON.parse(new TextDecoder().decode(jsonOf(bytes)));
  checkGltfLimits(root);
  const used = listOf(root, 'extensionsUsed');
  const required = listOf(root, 'extensionsRequired');
  const uses = (name: string) => used.includes(name) || required.includes(name);
  return {
    buffers: othersOf(root, 'buffers'),
    images: othersOf(root, 'images'),
    unread: UNREAD.filter((name) => required.includes(name)),
    usesDraco: uses(DRACO),
    usesMeshopt: MESHOPT.some(uses),
  };
}

function jsonOf(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < HEADER_BYTES + CHUNK_HEADER_BYTES || view.getUint32(0, true) !== GLB_MAGIC) return bytes;
  if (view.getUint32(HEADER_BYTES + 4, true) !== JSON_CHUNK) throw new Error('The file does not begin with its JSON');
  const start = HEADER_BYTES + CHUNK_HEADER_BYTES;
  return bytes.subarray(start, start + view.getUint32(HEADER_BYTES, true));
}

/** Returns the names of resources in other files; `data:` URLs are part of the file itself. */
function othersOf(root: unknown, list: string): string[] {
  return listOf(root, list).flatMap((item) => {
    const uri = isFields(item) ? item['uri'] : undefined;
    return typeof uri === 'string' && !isInline(uri) ? [uri] : [];
  });
}

export function isInline(uri: string): boolean {
  return /^(?:data|blob):/i.test(uri);
}

function listOf(root: unknown, name: string): unknown[] {
  const list = isFields(root) ? root[name] : undefined;
  return Array.isArray(list) ? list : [];
}

const NAMED = 3;

/** `a.bin, b.bin and 4 more` */
export function someOf(names: readonly string[]): string {
  const named = names.slice(0, NAMED).map((name) => name.slice(0, 60));
  const shown = named.join(', ');
  return names.length > NAMED ? t('{names} and {count} more', { names: shown, count: names.length - NAMED }) : shown;
}
