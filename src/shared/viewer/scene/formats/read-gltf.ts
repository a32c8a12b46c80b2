import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';
import { t } from '@/lib/i18n/messages';
import { DracoDecoder } from './draco-decoder';
import { embeddedResourcesOnly } from './embedded-resources';
import { gltfRequirements, someOf } from './gltf-requirements';
import { UnreadableScene, type ReadScene } from '../loaded-scene';

export async function readGltf(bytes: ArrayBuffer): Promise<ReadScene> {
  const { buffers, images, unread, usesDraco, usesMeshopt } = gltfRequirements(new Uint8Array(bytes));
  if (buffers.length > 0) {
    throw new UnreadableScene(
      t('Its shapes lie in other files ({names}), and Flowdeck opens no other file for it. A GLB holds all in one.', {
        names: someOf(buffers),
      }),
    );
  }
  if (unread.length > 0) {
    throw new UnreadableScene(
      t('It is written in a way that this viewer does not read: {names}.', { names: someOf(unread) }),
    );
  }
  const loader = new GLTFLoader().register(embeddedResourcesOnly);
  if (usesMeshopt) loader.setMeshoptDecoder(MeshoptDecoder);
  const draco = usesDraco ? new DracoDecoder() : null;
  // The loader uses no other members.
  loader.setDRACOLoader(draco as Parameters<typeof loader.setDRACOLoader>[0]);
  try {
    // oxlint-disable-next-line typescript/no-useless-default-assignment -- a file without a default scene has none here
    const { scenes, scene = scenes[0], animations } = await loader.parseAsync(bytes, '');
    if (!scene) throw new UnreadableScene(t('It contains parts for other files, but no scene.'));
    return {
      object: scene,
      clips: animations,
      notes: images.length > 0 ? [t('Images in external files are omitted: {names}.', { names: someOf(images) })] : [],
    };
  } finally {
    draco?.end();
  }
}
