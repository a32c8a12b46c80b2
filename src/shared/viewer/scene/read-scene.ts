import { callWorker, WorkerTimeoutError } from '@/lib/ask-worker';
import type { SceneReply, SceneRequest } from '@/workers/scene-messages';
// oxlint-disable-next-line import/default -- Vite makes the module of this address
import workerUrl from '@/workers/scene-worker?worker&url';
import { UnreadableScene, type LoadedScene } from './loaded-scene';
import { unpackScene } from './unpack-scene';

/** Large files of real models take 2 to 5 s. */
const LIMIT_MS = 30_000;

/**
 * Parses a 3D file in a worker, which is ended after 30 s, and builds what it found.
 * @throws UnreadableScene with a sentence for the user, or Error
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
