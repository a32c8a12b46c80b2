import { Mesh, Points, Texture, type Material, type Object3D } from 'three';
import { FBXLoader } from 'three/addons/loaders/FBXLoader.js';
import { USDLoader } from 'three/addons/loaders/USDLoader.js';
import { t } from '@/lib/i18n/messages';
import { EmbeddedImages } from './embedded-resources';
import { someOf } from './gltf-requirements';
import { UnreadableScene, type ReadScene } from '../loaded-scene';
import { materialsOf, sceneDetails } from '../scene-details';

export async function readFbx(bytes: ArrayBuffer): Promise<ReadScene> {
  const images = new EmbeddedImages();
  const object = new FBXLoader(images.manager).parse(bytes, '');
  return finish(object, images);
}

/** Reads USD as text, as binary, or as a zip of either with its images. */
export async function readUsd(bytes: ArrayBuffer): Promise<ReadScene> {
  const images = new EmbeddedImages();
  const object = new USDLoader(images.manager).parse(bytes);
  const { triangles, points } = sceneDetails(object);
  // USD stages that only reference other files are common and would show an empty view.
  if (triangles + points === 0) {
    throw new UnreadableScene(
      t('It contains no geometry itself. It may reference other files, which Flowdeck does not load.'),
    );
  }
  return finish(object, images);
}

async function finish(object: Object3D, images: EmbeddedImages): Promise<ReadScene> {
  await images.settled();
  object.traverse((part) => {
    if (part instanceof Mesh || part instanceof Points) materialsOf(part).forEach(dropMissing);
  });
  return { object, clips: object.animations, notes: imageNotes(images) };
}

/** Removes textures whose image failed to load, because they would render black. */
function dropMissing(material: Material): void {
  for (const [name, value] of Object.entries(material)) {
    if (value instanceof Texture && !value.image) Object.assign(material, { [name]: null });
  }
}

function imageNotes({ omitted: skipped, unreadable }: EmbeddedImages): string[] {
  return [
    ...(skipped.size > 0 ? [t('Images in external files are omitted: {names}.', { names: someOf([...skipped]) })] : []),
    ...(unreadable > 0
      ? [t('{count, plural, one {# picture} other {# pictures}} in it cannot be read.', { count: unreadable })]
      : []),
  ];
}
