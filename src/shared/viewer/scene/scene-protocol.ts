import type { PackedScene } from '@/shared/viewer/scene/packed-scene';

/** To the 3D worker: one file per worker. */
export interface SceneRequest {
  bytes: ArrayBuffer;
  contentType: string;
  name: string;
}

/** `reason` is a message for the user; `null` if the loader failed without one. */
export type SceneReply = { ok: true; scene: PackedScene } | { ok: false; reason: string | null };
