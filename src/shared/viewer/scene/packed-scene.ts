import type { InterpolationModes, TypedArray } from 'three';

export interface PackedAttribute {
  array: TypedArray;
  itemSize: number;
  normalized: boolean;
}

export interface PackedGeometry {
  uuid: string;
  name: string;
  index: PackedAttribute | null;
  attributes: Record<string, PackedAttribute>;
  morphAttributes: Record<string, PackedAttribute[]>;
  morphTargetsRelative: boolean;
  groups: { start: number; count: number; materialIndex: number }[];
}

export interface PackedImage {
  uuid: string;
  /** `ImageBitmap` of a decoded image, pixels of a computed one, `null` if there is none. */
  data: unknown;
}

export interface PackedClip {
  name: string;
  duration: number;
  /** `kind` is three's `ValueTypeName`. */
  tracks: { name: string; kind: string; times: number[]; values: number[]; interpolation: InterpolationModes }[];
}

/** A scene as the worker posts it: JSON for three's `ObjectLoader`, with vertices and images stored separately. */
export interface PackedScene {
  tree: { object: unknown; materials: unknown[]; textures: unknown[]; skeletons: unknown[] };
  geometries: PackedGeometry[];
  images: PackedImage[];
  clips: PackedClip[];
  notes: readonly string[];
  isZUp: boolean;
}
