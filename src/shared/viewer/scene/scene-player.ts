import { AnimationMixer, SkinnedMesh, type AnimationAction, type AnimationClip, type Object3D } from 'three';
import { createStore } from 'zustand/vanilla';
import { t } from '@/lib/i18n/messages';
import type { SceneStage } from './scene-stage';

export interface PlayerView {
  isPlaying: boolean;
  /** Index of the current clip. */
  clip: number;
  timeS: number;
  lengthS: number;
}

/** Animates an object along one of its clips in a loop. Requests frames only while it plays. */
export class ScenePlayer {
  readonly names: readonly string[];
  readonly store;
  #stage: Pick<SceneStage, 'setMotion' | 'redraw'>;
  #mixer: AnimationMixer;
  #actions: readonly AnimationAction[];

  /** @param clips at least one */
  constructor(
    stage: Pick<SceneStage, 'setMotion' | 'redraw'>,
    object: Object3D,
    clips: readonly AnimationClip[],
    isPlaying: boolean,
  ) {
    this.#stage = stage;
    this.#mixer = new AnimationMixer(object);
    this.#actions = clips.map((clip) => this.#mixer.clipAction(clip));
    this.names = clips.map(({ name }, at) => name.trim() || t('Animation {number}', { number: at + 1 }));
    this.store = createStore<PlayerView>(() => ({ isPlaying: false, clip: 0, timeS: 0, lengthS: 0 }));
    // Bones move the mesh away from its measured bounds, so frustum culling would wrongly hide it.
    object.traverse((part) => {
      if (part instanceof SkinnedMesh) part.frustumCulled = false;
    });
    this.choose(0);
    if (isPlaying) this.toggle();
  }

  choose(clip: number): void {
    this.#mixer.stopAllAction();
    this.#actions[clip]?.reset().play();
    this.#mixer.update(0);
    this.store.setState({ clip, timeS: 0, lengthS: this.#actions[clip]?.getClip().duration ?? 0 });
    this.#stage.redraw();
  }

  toggle(): void {
    const isPlaying = !this.store.getState().isPlaying;
    this.store.setState({ isPlaying });
    this.#stage.setMotion(isPlaying ? (seconds) => this.#move(seconds) : null);
  }

  seek(timeS: number): void {
    const action = this.#actions[this.store.getState().clip];
    if (!action) return;
    action.time = timeS;
    this.#move(0);
    this.#stage.redraw();
  }

  #move(seconds: number): void {
    this.#mixer.update(seconds);
    this.store.setState({ timeS: this.#actions[this.store.getState().clip]?.time ?? 0 });
  }
}
