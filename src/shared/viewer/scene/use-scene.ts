import { useEffect, useState, type RefObject } from 'react';
import { useMediaQuery } from '@/lib/use-media-query';
import { loadScene } from './load-scene';
import { UnreadableScene } from './loaded-scene';
import { sceneFacts, type SceneFacts } from './scene-facts';
import { ScenePlayer } from './scene-player';
import { SceneStage } from './scene-stage';

export interface SceneSource {
  name: string;
  contentType: string;
  /** The whole file. */
  bytes: ArrayBuffer;
}

export interface ShownScene {
  stage: SceneStage;
  /** Null where nothing moves. */
  player: ScenePlayer | null;
  facts: SceneFacts;
  notes: readonly string[];
  isZUp: boolean;
}

/** @returns what is shown, or in a sentence why nothing can be; null while it is read */
export function useScene(place: RefObject<HTMLElement | null>, source: SceneSource): ShownScene | string | null {
  const { bytes, contentType, name } = source;
  const isCalm = useMediaQuery('(prefers-reduced-motion: reduce)');
  const [shown, setShown] = useState<ShownScene | string | null>(null);
  // A canvas with a context of the graphics card is none that React could make and take away.
  useEffect(() => {
    let stage: SceneStage | null = null;
    let isOver = false;
    const show = async () => {
      const { object, notes, isZUp, clips } = await loadScene(bytes, contentType, name);
      if (isOver || !place.current) return;
      const facts = sceneFacts(object);
      stage = startStage(place.current, object, isCalm);
      stage.setZUp(isZUp);
      const player = clips.length > 0 ? new ScenePlayer(stage, object, clips, !isCalm) : null;
      setShown({ stage, player, facts, notes, isZUp });
    };
    show().catch((problem: unknown) => {
      if (!isOver) setShown(problem instanceof UnreadableScene ? problem.message : UNREADABLE);
    });
    return () => {
      isOver = true;
      stage?.dispose();
      setShown(null);
    };
  }, [place, bytes, contentType, name, isCalm]);
  return shown;
}

const UNREADABLE = 'What is in it is not what its name or type says, or it is broken.';

function startStage(...given: ConstructorParameters<typeof SceneStage>): SceneStage {
  try {
    return new SceneStage(...given);
  } catch {
    throw new UnreadableScene('This browser draws nothing in 3D: WebGL is missing or switched off.');
  }
}
