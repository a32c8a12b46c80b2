import {
  AnimationClip,
  BooleanKeyframeTrack,
  BufferAttribute,
  BufferGeometry,
  ColorKeyframeTrack,
  NumberKeyframeTrack,
  ObjectLoader,
  QuaternionKeyframeTrack,
  StringKeyframeTrack,
  Texture,
  VectorKeyframeTrack,
  type KeyframeTrack,
} from 'three';
import type { LoadedScene } from './loaded-scene';
import type { PackedAttribute, PackedClip, PackedGeometry, PackedScene } from './packed-scene';

/** Builds the scene that a worker packed. Vertices and images are used without a copy. */
export function unpackScene({ tree, geometries, images, clips, notes, isZUp }: PackedScene): LoadedScene {
  const loader = new PackedLoader(
    Object.fromEntries(geometries.map((geometry) => [geometry.uuid, toGeometry(geometry)])),
    Object.fromEntries(images.map(({ uuid, data }) => [uuid, new Texture(data as ImageBitmap).source])),
  );
  return { object: loader.parse(tree), clips: clips.map(toClip), notes, isZUp };
}

class PackedLoader extends ObjectLoader {
  #geometries: Record<string, BufferGeometry>;
  #images: Record<string, Texture['source']>;

  constructor(geometries: Record<string, BufferGeometry>, images: Record<string, Texture['source']>) {
    super();
    this.#geometries = geometries;
    this.#images = images;
  }

  override parseGeometries() {
    return this.#geometries;
  }

  override parseImages() {
    return this.#images;
  }
}

function toGeometry({
  uuid,
  name,
  index,
  attributes,
  morphAttributes,
  groups,
  ...rest
}: PackedGeometry): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.uuid = uuid;
  geometry.name = name;
  if (index) geometry.setIndex(toAttribute(index));
  for (const [key, attribute] of Object.entries(attributes)) geometry.setAttribute(key, toAttribute(attribute));
  for (const [key, targets] of Object.entries(morphAttributes)) {
    Object.assign(geometry.morphAttributes, { [key]: targets.map(toAttribute) });
  }
  geometry.morphTargetsRelative = rest.morphTargetsRelative;
  for (const { start, count, materialIndex } of groups) geometry.addGroup(start, count, materialIndex);
  return geometry;
}

function toAttribute({ array, itemSize, normalized }: PackedAttribute): BufferAttribute {
  return new BufferAttribute(array, itemSize, normalized);
}

// One signature for all kinds, since `packTrack` wrote values of the right kind.
const TRACKS = {
  bool: BooleanKeyframeTrack,
  color: ColorKeyframeTrack,
  number: NumberKeyframeTrack,
  quaternion: QuaternionKeyframeTrack,
  string: StringKeyframeTrack,
  vector: VectorKeyframeTrack,
} as unknown as Readonly<
  Record<string, new (...given: ConstructorParameters<typeof VectorKeyframeTrack>) => KeyframeTrack>
>;

function toClip({ name, duration, tracks }: PackedClip): AnimationClip {
  const built = tracks.flatMap((track) => {
    const Track = TRACKS[track.kind];
    return Track ? [new Track(track.name, track.times, track.values, track.interpolation)] : [];
  });
  return new AnimationClip(name, duration, built);
}
