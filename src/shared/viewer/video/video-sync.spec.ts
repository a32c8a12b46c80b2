import { fc } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import {
  videoClock,
  videoOrders,
  haveDifferentLengths,
  leaderOf,
  type VideoState,
  type PlaybackRequest,
} from './video-sync';

const video = (timeS: number, lengthS = 10, isWaiting = false): VideoState => ({ timeS, lengthS, isWaiting });
const playing: PlaybackRequest = { isPlaying: true, rate: 1, isLooping: true };
const still: PlaybackRequest = { ...playing, isPlaying: false };

describe('synchronized videos', () => {
  it('follow the longest one, else the first', () => {
    expect(leaderOf([video(0, 3), video(0, 5), video(0, 5)])).toBe(1);
    expect(leaderOf([video(0, 0), video(0, 0)])).toBe(0);
    expect(videoOrders([], playing)).toEqual([]);
  });

  it('are not adjusted within one frame', () => {
    expect(videoOrders([video(2), video(2.01)], { ...playing, rate: 0.5 })).toEqual([
      { isPlaying: true, rate: 0.5, seekToS: null },
      { isPlaying: true, rate: 0.5, seekToS: null },
    ]);
  });

  it('correct a small drift by speed, and a large one by seeking', () => {
    const [, behind, ahead, lost] = videoOrders([video(2), video(1.9), video(2.1), video(1)], playing);
    expect(behind).toMatchObject({ rate: expect.closeTo(1.3), seekToS: null });
    expect(ahead).toMatchObject({ rate: expect.closeTo(0.7), seekToS: null });
    expect(lost).toEqual({ isPlaying: true, rate: 1, seekToS: 2 });
  });

  it('wait for one that loads, without seeking it meanwhile', () => {
    expect(videoOrders([video(2), video(0, 10, true)], playing)).toEqual([
      { isPlaying: false, rate: 1, seekToS: null },
      { isPlaying: false, rate: 1, seekToS: null },
    ]);
  });

  it('show the same frame while paused', () => {
    expect(videoOrders([video(2), video(2.02)], still)[1]).toEqual({ isPlaying: false, rate: 1, seekToS: 2 });
    expect(videoOrders([video(2), video(2.001)], still)[1]?.seekToS).toBeNull();
  });

  it('hold the last frame of the shorter one until the longer one finishes', () => {
    expect(videoOrders([video(4, 3), video(4, 5)], playing)[0]).toEqual({ isPlaying: false, rate: 1, seekToS: 3 });
    expect(videoOrders([video(3, 3), video(4, 5)], playing)).toEqual([
      { isPlaying: false, rate: 1, seekToS: null },
      { isPlaying: true, rate: 1, seekToS: null },
    ]);
  });

  it('restart at the end, or stay there', () => {
    expect(videoOrders([video(3, 3), video(5, 5)], playing).map(({ seekToS }) => seekToS)).toEqual([0, 0]);
    const once = videoOrders([video(3, 3), video(5, 5)], { ...playing, isLooping: false });
    expect(once.every(({ isPlaying, seekToS }) => !isPlaying && seekToS === null)).toBe(true);
  });

  it('converge to within one frame in less than two seconds, whatever the speeds and the drift', () => {
    const speeds = fc.record({
      drift: fc.double({ min: -3, max: 3, noNaN: true }),
      // A player that runs slightly slow or fast.
      skew: fc.double({ min: 0.97, max: 1.03, noNaN: true }),
      rate: fc.constantFrom(0.25, 0.5, 1, 2),
    });
    fc.assert(
      fc.property(speeds, ({ drift, skew, rate }) => {
        const stepS = 1 / 60;
        let leader = video(10, 1000);
        let follower = video(10 + drift, 1000);
        for (let step = 0; step < (2 / rate) * 60; step += 1) {
          const [first, second] = videoOrders([leader, follower], { ...playing, rate });
          if (!first || !second) throw new Error('Both are told something');
          leader = video(leader.timeS + first.rate * stepS, 1000);
          follower = video((second.seekToS ?? follower.timeS) + second.rate * skew * stepS, 1000);
        }
        expect(Math.abs(leader.timeS - follower.timeS)).toBeLessThan(1 / 24);
      }),
    );
  });
});

describe('the labels of the bar', () => {
  it('show times and differing lengths', () => {
    expect([0, 3.25, 59.99, 60, 725].map(videoClock)).toEqual(['0:00.0', '0:03.2', '0:59.9', '1:00.0', '12:05.0']);
    expect(haveDifferentLengths([5, 5.05])).toBe(false);
    expect(haveDifferentLengths([5, 3])).toBe(true);
    expect(haveDifferentLengths([5, 0])).toBe(false);
    expect(haveDifferentLengths([])).toBe(false);
  });
});
