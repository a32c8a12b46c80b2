import { AnimationClip, Object3D, VectorKeyframeTrack } from 'three';
import { describe, expect, it } from 'vitest';
import { ScenePlayer } from './scene-player';

const clip = (name: string, lengthS: number, to: number) =>
  new AnimationClip(name, lengthS, [new VectorKeyframeTrack('.position', [0, lengthS], [0, 0, 0, to, 0, 0])]);

function playing(isPlaying: boolean) {
  const object = new Object3D();
  let motion: ((seconds: number) => void) | null = null;
  const stage = { setMotion: (next: typeof motion) => (motion = next), redraw: () => undefined };
  const player = new ScenePlayer(stage, object, [clip('Walk', 2, 20), clip(' ', 1, -10)], isPlaying);
  return { player, object, move: (seconds: number) => motion?.(seconds), isMoving: () => motion !== null };
}

describe('the player of a 3D file', () => {
  it('animates its object on each frame in a loop, and pauses on request', () => {
    const { player, object, move, isMoving } = playing(true);
    expect(player.names).toEqual(['Walk', 'Animation 2']);
    move(0.5);
    expect(object.position.x).toBeCloseTo(5);
    expect(player.store.getState()).toMatchObject({ isPlaying: true, timeS: 0.5, lengthS: 2 });
    move(2);
    expect(object.position.x).toBeCloseTo(5);
    player.toggle();
    expect(isMoving()).toBe(false);
    expect(object.position.x).toBeCloseTo(5);
  });

  it('requests no frames until it plays, but can seek', () => {
    const { player, object, isMoving } = playing(false);
    expect(isMoving()).toBe(false);
    player.seek(1);
    expect(object.position.x).toBeCloseTo(10);
    expect(player.store.getState()).toMatchObject({ isPlaying: false, timeS: 1 });
  });

  it('starts another animation from its beginning', () => {
    const { player, object, move } = playing(true);
    move(1);
    player.choose(1);
    expect(object.position.x).toBe(0);
    expect(player.store.getState()).toMatchObject({ clip: 1, timeS: 0, lengthS: 1, isPlaying: true });
    move(0.5);
    expect(object.position.x).toBeCloseTo(-5);
  });
});
