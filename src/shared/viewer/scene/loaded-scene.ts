import type { AnimationClip, Object3D } from 'three';

export interface LoadedScene {
  object: Object3D;
  /** What of the file is not shown, in sentences. */
  notes: readonly string[];
  /** Files for printers have their height along z. */
  isZUp: boolean;
  clips: readonly AnimationClip[];
}

/** What a reader makes of the bytes of a file. */
export type ReadScene = Pick<LoadedScene, 'object' | 'notes'> & Partial<Pick<LoadedScene, 'clips'>>;

/** Why a file cannot be shown, in a sentence for people. */
export class UnreadableScene extends Error {}
