import { loadScene } from '@/shared/viewer/scene/load-scene';
import { UnreadableScene } from '@/shared/viewer/scene/loaded-scene';
import { packScene, transferables } from '@/shared/viewer/scene/pack-scene';
import { checkSceneLimits } from './load-scene';
import { decodeImagesInWorker, uprightImages } from '@/shared/viewer/scene/worker-images';
import { onPageMessage } from '@/lib/i18n/worker-language';
import type { SceneReply, SceneRequest } from './scene-protocol';

decodeImagesInWorker();

onPageMessage<SceneRequest>((data) => {
  read(data).catch((problem: unknown) => {
    reply({ ok: false, reason: problem instanceof UnreadableScene ? problem.message : null });
  });
});

async function read({ bytes, contentType, name }: SceneRequest): Promise<void> {
  const loaded = await loadScene(bytes, contentType, name);
  checkSceneLimits(loaded.object);
  await uprightImages(loaded.object);
  const scene = packScene(loaded);
  reply({ ok: true, scene }, transferables(scene));
}

function reply(message: SceneReply, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}
