import { onlyGivenBytes } from './embedded-resources';
import { gltfNeeds, someOf } from './gltf-needs';
import { UnreadableScene, type ReadScene } from './loaded-scene';

export async function readGltf(bytes: ArrayBuffer): Promise<ReadScene> {
  const { buffers, images, unread, usesDraco, usesMeshopt } = gltfNeeds(new Uint8Array(bytes));
  if (buffers.length > 0) {
    throw new UnreadableScene(
      `Its shapes lie in other files (${someOf(buffers)}), and Flowdeck opens no other file for it. A GLB holds all in one.`,
    );
  }
  if (unread.length > 0) {
    throw new UnreadableScene(`It is written in a way that this viewer does not read: ${someOf(unread)}.`);
  }
  const { GLTFLoader } = await import('three/addons/loaders/GLTFLoader.js');
  const loader = new GLTFLoader().register(onlyGivenBytes);
  if (usesMeshopt) {
    const { MeshoptDecoder } = await import('three/addons/libs/meshopt_decoder.module.js');
    loader.setMeshoptDecoder(MeshoptDecoder);
  }
  const draco = usesDraco ? new (await import('./draco-decoder')).DracoDecoder() : null;
  // All that the reader asks of it.
  loader.setDRACOLoader(draco as Parameters<typeof loader.setDRACOLoader>[0]);
  try {
    const { scenes, scene = scenes[0], animations } = await loader.parseAsync(bytes, '');
    if (!scene) throw new UnreadableScene('It holds parts for others and no scene of its own.');
    return {
      object: scene,
      clips: animations,
      notes: images.length > 0 ? [`Images in external files are omitted: ${someOf(images)}.`] : [],
    };
  } finally {
    draco?.end();
  }
}
