import {
  type BufferGeometry,
  InterpolateLinear,
  Mesh,
  Points,
  Line,
  Texture,
  type AnimationClip,
  type BufferAttribute,
  type InterleavedBufferAttribute,
  type KeyframeTrack,
  type Object3D,
} from 'three';
import type { LoadedScene } from './loaded-scene';
import { materialsOf } from './scene-details';
import type { PackedAttribute, PackedClip, PackedGeometry, PackedImage, PackedScene } from './packed-scene';

/**
 * Converts a scene to a message from a worker to the page. three serializes the tree, materials and skeletons as JSON. Vertices and
 * decoded images are sent beside it and transferred without a copy.
 */
export function packScene({ object, clips, notes, isZUp }: LoadedScene): PackedScene {
  const geometries = new Map<string, PackedGeometry>();
  const images = new Map<string, PackedImage>();
  object.traverse((part) => {
    // Clips are packed separately.
    part.animations = [];
    if (!(part instanceof Mesh || part instanceof Points || part instanceof Line)) return;
    // three types the geometry by a parameter that `instanceof` leaves open.
    const geometry = part.geometry as BufferGeometry;
    if (!geometries.has(geometry.uuid)) geometries.set(geometry.uuid, packGeometry(geometry));
    for (const { source } of materialsOf(part).flatMap(texturesOf)) {
      images.set(source.uuid, { uuid: source.uuid, data: source.data ?? null });
    }
  });
  return {
    tree: treeOf(object, [...geometries.keys()], [...images.keys()]),
    geometries: [...geometries.values()],
    images: [...images.values()],
    clips: clips.map(packClip),
    notes,
    isZUp,
  };
}

/** Returns the buffers and bitmaps to transfer to the page instead of copying them. */
export function transferables({ geometries, images }: PackedScene): Transferable[] {
  const attributes = geometries.flatMap(({ index, attributes, morphAttributes }) => [
    ...(index ? [index] : []),
    ...Object.values(attributes),
    ...Object.values(morphAttributes).flat(),
  ]);
  const buffers = attributes.map(({ array }) => array.buffer).filter((buffer) => buffer instanceof ArrayBuffer);
  const bitmaps = images.map(({ data }) => data).filter((data) => isBitmap(data));
  return [...new Set<Transferable>([...buffers, ...bitmaps])];
}

function isBitmap(data: unknown): data is ImageBitmap {
  return typeof ImageBitmap !== 'undefined' && data instanceof ImageBitmap;
}

/** Serializes the tree. Prefilled tables stop three from serializing geometries and images as JSON. */
function treeOf(object: Object3D, geometryIds: readonly string[], imageIds: readonly string[]): PackedScene['tree'] {
  const known = (ids: readonly string[]) => Object.fromEntries(ids.map((uuid) => [uuid, { uuid }]));
  const meta = {
    geometries: known(geometryIds),
    images: known(imageIds),
    materials: {},
    textures: {},
    shapes: {},
    skeletons: {},
    animations: {},
    nodes: {},
  };
  // The types require all members, but `toJSON` only fills those that it finds.
  const { object: root } = object.toJSON(meta as unknown as Parameters<Object3D['toJSON']>[0]);
  return {
    object: root,
    materials: Object.values(meta.materials),
    textures: Object.values(meta.textures),
    skeletons: Object.values(meta.skeletons),
  };
}

export function texturesOf(material: object): Texture[] {
  return Object.values(material).filter((value) => value instanceof Texture);
}

function packGeometry(geometry: BufferGeometry): PackedGeometry {
  const { uuid, name, index, attributes, morphAttributes, morphTargetsRelative, groups } = geometry;
  return {
    uuid,
    name,
    index: index ? packAttribute(index) : null,
    attributes: mapValues(attributes, packAttribute),
    morphAttributes: mapValues(morphAttributes, (targets = []) => targets.map(packAttribute)),
    morphTargetsRelative,
    groups: groups.map(({ start, count, materialIndex }) => ({ start, count, materialIndex: materialIndex ?? 0 })),
  };
}

function packAttribute(attribute: BufferAttribute | InterleavedBufferAttribute): PackedAttribute {
  // Cloning an interleaved attribute gives it a separate array.
  const { array, itemSize, normalized } = 'data' in attribute ? attribute.clone() : attribute;
  return { array, itemSize, normalized };
}

function mapValues<From, To>(record: Readonly<Record<string, From>>, change: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}

function packClip({ name, duration, tracks }: AnimationClip): PackedClip {
  return { name, duration, tracks: tracks.map(packTrack) };
}

const SAMPLES_PER_S = 30;
const MAX_SAMPLES = 10_000;

function packTrack(track: KeyframeTrack): PackedClip['tracks'][number] {
  const { name, ValueTypeName: kind, times, values } = track;
  // `undefined` for cubic splines of glTF, whose interpolant is a function of the loader.
  const interpolation = track.getInterpolation() as typeof InterpolateLinear | undefined;
  if (interpolation !== undefined) return { name, kind, times: [...times], values: [...values], interpolation };
  return { name, kind, ...sampled(track), interpolation: InterpolateLinear };
}

/** Samples a spline at fixed intervals, for linear interpolation. */
function sampled(track: KeyframeTrack): { times: number[]; values: number[] } {
  const interpolant = (
    track as unknown as { createInterpolant: () => { evaluate: (at: number) => ArrayLike<number> } }
  ).createInterpolant();
  const first = track.times[0] ?? 0;
  const length = (track.times.at(-1) ?? 0) - first;
  const count = Math.min(MAX_SAMPLES, Math.max(2, Math.ceil(length * SAMPLES_PER_S) + 1));
  const times = Array.from({ length: count }, (_, at) => first + (length * at) / (count - 1));
  return { times, values: times.flatMap((time) => Array.from(interpolant.evaluate(time))) };
}
