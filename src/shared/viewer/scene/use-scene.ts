import { useEffect, useState, type RefObject } from 'react';
import { useMediaQuery } from '@/lib/hooks/use-media-query';
import { forgetFailure, recordFailure } from './failed-scenes';
import { UnreadableScene } from './loaded-scene';
import { readScene } from './read-scene';
import { sceneDetails, type SceneDetails } from './scene-details';
import { ScenePlayer } from './scene-player';
import { SceneStage } from './scene-stage';

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
      const reason = problem instanceof UnreadableScene ? problem.message : UNREADABLE;
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

const UNREADABLE = 'The file is damaged or not of the stated type.';

function startStage(...given: ConstructorParameters<typeof SceneStage>): SceneStage {
  try {
    return new SceneStage(...given);
  } catch {
    throw new UnreadableScene('WebGL is not available in this browser.');
  }
}
