import { Mesh, Points, Texture, type Material, type Object3D } from 'three';
import { formatCount } from '@/lib/format';
import { GivenImages } from './embedded-resources';
import { someOf } from './gltf-needs';
import { UnreadableScene, type ReadScene } from './loaded-scene';
import { materialsOf, sceneDetails } from './scene-details';

export async function readFbx(bytes: ArrayBuffer): Promise<ReadScene> {
  const { FBXLoader } = await import('three/addons/loaders/FBXLoader.js');
  const pictures = new GivenImages();
  const object = new FBXLoader(pictures.manager).parse(bytes, '');
  return finish(object, pictures);
}

/** As text, as a binary, or as a zip of either with its pictures. */
export async function readUsd(bytes: ArrayBuffer): Promise<ReadScene> {
  const { USDLoader } = await import('three/addons/loaders/USDLoader.js');
  const pictures = new GivenImages();
  const object = new USDLoader(pictures.manager).parse(bytes);
  const { triangles, points } = sceneDetails(object);
  // A stage that only names others is common, and would be an empty view.
  if (triangles + points === 0) {
    throw new UnreadableScene(
      'It holds no shapes itself. It may name other files that do, and Flowdeck opens no other.',
    );
  }
  return finish(object, pictures);
}

async function finish(object: Object3D, pictures: GivenImages): Promise<ReadScene> {
  await pictures.settled();
  object.traverse((part) => {
    if (part instanceof Mesh || part instanceof Points) materialsOf(part).forEach(dropMissing);
  });
  return { object, clips: object.animations, notes: pictureNotes(pictures) };
}

/** A picture that never came would be drawn black. */
function dropMissing(material: Material): void {
  for (const [name, value] of Object.entries(material)) {
    if (value instanceof Texture && !value.image) Object.assign(material, { [name]: null });
  }
}

function pictureNotes({ leftOut, unreadable }: GivenImages): string[] {
  return [
    ...(leftOut.size > 0 ? [`Images in external files are omitted: ${someOf([...leftOut])}.`] : []),
    ...(unreadable > 0 ? [`${formatCount(unreadable, 'picture')} in it cannot be read.`] : []),
  ];
}
