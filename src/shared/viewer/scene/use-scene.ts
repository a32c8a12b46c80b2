import { useEffect, useState, type RefObject } from 'react';
import { useMediaQuery } from '@/lib/hooks/use-media-query';
import { forgetFailure, recordFailure } from './failed-scenes';
import { UnreadableScene, type LoadedScene } from './loaded-scene';
import { sceneDetails, type SceneDetails } from './scene-details';
import { ScenePlayer } from './scene-player';
import { SceneStage } from './scene-stage';
import { msg, t } from '@/lib/i18n/messages';
import { callWorker, WorkerTimeoutError } from '@/lib/worker-calls';
import type { SceneReply, SceneRequest } from '@/shared/viewer/scene/scene-protocol';
// oxlint-disable-next-line import/default -- Vite makes the module of this address
import workerUrl from '@/shared/viewer/scene/scene-worker?worker&url';
import { unpackScene } from './unpack-scene';

export interface SceneSource {
  name: string;
  contentType: string;
  /** Identifies the file on this device, also on a later visit. */
  failureKey: string;
  /** Content of the whole file. */
  bytes: ArrayBuffer;
}

export interface ShownScene {
  stage: SceneStage;
  /** `null` if nothing is animated. */
  player: ScenePlayer | null;
  facts: SceneDetails;
  notes: readonly string[];
  isZUp: boolean;
}

/** @returns the rendered scene, or a message why it cannot be shown; `null` while loading */
export function useScene(place: RefObject<HTMLElement | null>, source: SceneSource): ShownScene | string | null {
  const { bytes, contentType, name, failureKey } = source;
  const isCalm = useMediaQuery('(prefers-reduced-motion: reduce)');
  const [shown, setShown] = useState<ShownScene | string | null>(null);
  // React cannot create and remove a canvas with a WebGL context.
  useEffect(() => {
    let stage: SceneStage | null = null;
    let isOver = false;
    let isPending = true;
    const leaving = new AbortController();
    // Stays recorded if the page hangs or crashes on the file; leaving the page clears it.
    recordFailure(failureKey, '');
    const withdraw = () => {
      if (isPending) forgetFailure(failureKey);
    };
    addEventListener('pagehide', withdraw);
    const show = async () => {
      const { object, notes, isZUp, clips } = await readScene({ bytes, contentType, name }, leaving.signal);
      if (isOver || !place.current) return;
      const facts = sceneDetails(object);
      stage = startStage(place.current, object, isCalm);
      stage.setZUp(isZUp);
      const player = clips.length > 0 ? new ScenePlayer(stage, object, clips, !isCalm) : null;
      withdraw();
      isPending = false;
      setShown({ stage, player, facts, notes, isZUp });
    };
    show().catch((problem: unknown) => {
      if (isOver) return;
      const reason = problem instanceof UnreadableScene ? problem.message : t(UNREADABLE);
      isPending = false;
      recordFailure(failureKey, reason);
      setShown(reason);
    });
    return () => {
      isOver = true;
      withdraw();
      removeEventListener('pagehide', withdraw);
      leaving.abort();
      stage?.dispose();
      setShown(null);
    };
  }, [place, bytes, contentType, name, failureKey, isCalm]);
  return shown;
}

const UNREADABLE = msg('The file is damaged or not of the stated type.');

function startStage(...given: ConstructorParameters<typeof SceneStage>): SceneStage {
  try {
    return new SceneStage(...given);
  } catch {
    throw new UnreadableScene(t('WebGL is not available in this browser.'));
  }
}

/** Time limit for parsing; large real-world models take 2 to 5 s. */
const LIMIT_MS = 30_000;

/**
 * Parses a 3D file in a worker, which is terminated after 30 s, and builds the scene from its result.
 * @throws UnreadableScene with a message for the user, or Error
 */
export async function readScene(request: SceneRequest, signal: AbortSignal): Promise<LoadedScene> {
  const reply = await callWorker<SceneReply>(workerUrl, request, LIMIT_MS, signal).catch((problem: unknown) => {
    throw problem instanceof WorkerTimeoutError
      ? new UnreadableScene(t('It takes more than {seconds} s to read.', { seconds: LIMIT_MS / 1000 }))
      : problem;
  });
  if (reply.ok) return unpackScene(reply.scene);
  throw reply.reason === null ? new Error('The reader failed') : new UnreadableScene(reply.reason);
}
