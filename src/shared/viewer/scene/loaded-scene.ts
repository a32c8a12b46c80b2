import type { AnimationClip, Object3D } from 'three';

export interface LoadedScene {
  object: Object3D;
  /** Messages about parts of the file that are not shown. */
  notes: readonly string[];
  /** The file's up axis is z, as in files for 3D printers. */
  isZUp: boolean;
  clips: readonly AnimationClip[];
}

/** Result of a loader. */
export type ReadScene = Pick<LoadedScene, 'object' | 'notes'> & Partial<Pick<LoadedScene, 'clips'>>;

/** A file that cannot be shown; the message is for the user. */
export class UnreadableScene extends Error {}
