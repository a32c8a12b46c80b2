import type { JsonValue } from '../json/lossless';
import { isAssetReference } from './asset-references';
import { asLink, type Graph, type GraphNode } from './graph';
import { inputSpecs, type MediaKind, type NodeDefinitions } from './node-definitions';

/** Input that names a file; the console makes it a drop target. */
export interface AssetSlot {
  nodeId: string;
  input: string;
  media: MediaKind;
  value: JsonValue;
}

/** File inputs of loader classes, for surfaces without node definitions (rule J-1.30). */
const LOADER_CLASSES: Readonly<Record<string, readonly [string, MediaKind]>> = {
  LoadImage: ['image', 'image'],
  LoadImageMask: ['image', 'image'],
  LoadImageOutput: ['image', 'image'],
  LoadAudio: ['audio', 'audio'],
  LoadVideo: ['file', 'video'],
  VHS_LoadVideo: ['video', 'video'],
  VHS_LoadAudioUpload: ['audio', 'audio'],
};

const MEDIA_NAME = /\.(?:png|jpe?g|webp|gif|avif|bmp|tiff?)$/i;

/** Returns all file inputs, in graph order. */
export function assetSlots(graph: Graph, definitions: NodeDefinitions | null): AssetSlot[] {
  return [...graph.values()].flatMap((node) => slotsOf(node, definitions));
}

function slotsOf(node: GraphNode, definitions: NodeDefinitions | null): AssetSlot[] {
  const slots: AssetSlot[] = [];
  const known = definitions && Object.hasOwn(definitions, node.classType) ? definitions[node.classType] : undefined;
  const specs = known ? inputSpecs(known, node.inputs) : null;
  for (const [input, value] of Object.entries(node.inputs)) {
    if (asLink(value)) continue;
    const media = specs?.find((spec) => spec.name === input)?.media ?? guessMedia(node.classType, input, value);
    if (media) slots.push({ nodeId: node.id, input, media, value });
  }
  return slots;
}

function guessMedia(classType: string, input: string, value: JsonValue): MediaKind | null {
  const loader = LOADER_CLASSES[classType];
  if (loader && loader[0] === input) return loader[1];
  if (isAssetReference(value)) return 'image';
  if (classType.startsWith('Load') && typeof value === 'string' && MEDIA_NAME.test(value)) return 'image';
  return null;
}
