import { callWorker, WorkerTimeoutError } from '@/lib/worker-calls';
import type { SceneReply, SceneRequest } from '@/shared/viewer/scene/scene-protocol';
// oxlint-disable-next-line import/default -- Vite makes the module of this address
import workerUrl from '@/shared/viewer/scene/scene-worker?worker&url';
import { UnreadableScene, type LoadedScene } from './loaded-scene';
import { unpackScene } from './unpack-scene';

/** Time limit for parsing; large real-world models take 2 to 5 s. */
const LIMIT_MS = 30_000;

/**
 * Parses a 3D file in a worker, which is terminated after 30 s, and builds the scene from its result.
 * @throws UnreadableScene with a message for the user, or Error
 */
export async function readScene(request: SceneRequest, signal: AbortSignal): Promise<LoadedScene> {
  const reply = await callWorker<SceneReply>(workerUrl, request, LIMIT_MS, signal).catch((problem: unknown) => {
    throw problem instanceof WorkerTimeoutError
      ? new UnreadableScene(`It takes more than ${LIMIT_MS / 1000} s to read.`)
      : problem;
  });
  if (reply.ok) return unpackScene(reply.scene);
  throw reply.reason === null ? new Error('The reader failed') : new UnreadableScene(reply.reason);
}
