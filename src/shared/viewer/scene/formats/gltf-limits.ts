import { formatBytes, formatInteger } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { UnreadableScene } from '../loaded-scene';
import { fieldsOf as fields } from '@contract/typed-objects';

/** A glTF states sizes that its loader allocates before it reads any bytes: 260 bytes can request 3.6 GB. */
const MAX_DECODED_BYTES = 512 * 1024 * 1024;
const MAX_PARTS = 100_000;
/** Loaders and renderers walk the node tree recursively. */
const MAX_DEPTH = 500;

const BYTES_OF_NUMBER: Readonly<Record<number, number>> = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 };
const NUMBERS_OF_TYPE: Readonly<Record<string, number>> = {
  SCALAR: 1,
  VEC2: 2,
  VEC3: 3,
  VEC4: 4,
  MAT2: 4,
  MAT3: 9,
  MAT4: 16,
};
const MESHOPT = ['EXT_meshopt_compression', 'KHR_meshopt_compression'];

/**
 * Checks the sizes that the JSON of a glTF states, before anything is built from it.
 * @throws UnreadableScene if it is too large or a size is not a valid number
 */
export function checkGltfLimits(root: unknown): void {
  const decoded = total(list(root, 'accessors'), accessorBytes) + total(list(root, 'bufferViews'), unpackedBytes);
  if (!(decoded <= MAX_DECODED_BYTES)) {
    throw new UnreadableScene(
      Number.isFinite(decoded)
        ? t('It states {size} of shapes. Flowdeck renders up to {limit}.', {
            size: formatBytes(decoded),
            limit: formatBytes(MAX_DECODED_BYTES),
          })
        : t('It states a size that is not a number.'),
    );
  }
  for (const name of ['nodes', 'meshes', 'accessors', 'materials', 'textures', 'images', 'animations', 'skins']) {
    const count = list(root, name).length;
    if (count > MAX_PARTS) {
      throw new UnreadableScene(
        t(
          'It has {count} {parts, select, nodes {nodes} meshes {meshes} accessors {accessors} materials {materials} textures {textures} images {images} animations {animations} other {skins}}. Flowdeck renders up to {limit}.',
          { count: formatInteger(count), parts: name, limit: formatInteger(MAX_PARTS) },
        ),
      );
    }
  }
  checkDepth(list(root, 'nodes'));
}

function accessorBytes(accessor: Fields): number {
  const numbers = NUMBERS_OF_TYPE[String(accessor['type'])];
  const bytes = BYTES_OF_NUMBER[Number(accessor['componentType'])];
  return size(accessor['count']) * (numbers ?? 16) * (bytes ?? 4);
}

/** Returns the bytes that the decoder of a compressed buffer view allocates. */
function unpackedBytes(view: Fields): number {
  const packed = MESHOPT.map((name) => fields(fields(view['extensions'])[name])).find(
    ({ count }) => count !== undefined,
  );
  return packed ? size(packed['count']) * size(packed['byteStride']) : 0;
}

/** Walks all nodes level by level. If nodes remain after the limit, the tree is too deep or has a cycle. */
function checkDepth(nodes: readonly unknown[]): void {
  const childrenOf = (at: number) => list(nodes[at], 'children').filter((child) => typeof child === 'number');
  let level = new Set(nodes.keys());
  for (let depth = 0; level.size > 0; depth += 1) {
    if (depth > MAX_DEPTH)
      throw new UnreadableScene(t('Its nodes are nested more than {count} levels deep.', { count: MAX_DEPTH }));
    level = new Set([...level].flatMap(childrenOf));
  }
}

type Fields = Readonly<Record<string, unknown>>;

function list(value: unknown, name: string): unknown[] {
  const found = fields(value)[name];
  return Array.isArray(found) ? found : [];
}

function total(items: readonly unknown[], bytesOf: (item: Fields) => number): number {
  return items.reduce<number>((sum, item) => sum + bytesOf(fields(item)), 0);
}

/** Returns `NaN` if the value is not a count. */
function size(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : Number.NaN;
}
