import { fc } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import {
  videoClock,
  filmOrders,
  haveOtherLengths,
  leaderOf,
  type VideoState,
  type PlaybackRequest,
} from './video-sync';

const film = (timeS: number, lengthS = 10, isWaiting = false): VideoState => ({ timeS, lengthS, isWaiting });
const playing: PlaybackRequest = { isPlaying: true, rate: 1, isLooping: true };
const still: PlaybackRequest = { ...playing, isPlaying: false };

describe('films in step', () => {
  it('follow the longest, else the first', () => {
    expect(leaderOf([film(0, 3), film(0, 5), film(0, 5)])).toBe(1);
    expect(leaderOf([film(0, 0), film(0, 0)])).toBe(0);
    expect(filmOrders([], playing)).toEqual([]);
  });

  it('leaves alone who is within a frame', () => {
    expect(filmOrders([film(2), film(2.01)], { ...playing, rate: 0.5 })).toEqual([
      { isPlaying: true, rate: 0.5, seekToS: null },
      { isPlaying: true, rate: 0.5, seekToS: null },
    ]);
  });

  it('makes up a little drift by speed, and jumps over much', () => {
    const [, behind, ahead, lost] = filmOrders([film(2), film(1.9), film(2.1), film(1)], playing);
    expect(behind).toMatchObject({ rate: expect.closeTo(1.3), seekToS: null });
    expect(ahead).toMatchObject({ rate: expect.closeTo(0.7), seekToS: null });
    expect(lost).toEqual({ isPlaying: true, rate: 1, seekToS: 2 });
  });

  it('waits with all for the one that loads, and sends it nowhere else meanwhile', () => {
    expect(filmOrders([film(2), film(0, 10, true)], playing)).toEqual([
      { isPlaying: false, rate: 1, seekToS: null },
      { isPlaying: false, rate: 1, seekToS: null },
    ]);
  });

  it('shows the same frame of both when it stands still', () => {
    expect(filmOrders([film(2), film(2.02)], still)[1]).toEqual({ isPlaying: false, rate: 1, seekToS: 2 });
    expect(filmOrders([film(2), film(2.001)], still)[1]?.seekToS).toBeNull();
  });

  it('rests on the last frame of the shorter one until the longer one has ended', () => {
    expect(filmOrders([film(4, 3), film(4, 5)], playing)[0]).toEqual({ isPlaying: false, rate: 1, seekToS: 3 });
    expect(filmOrders([film(3, 3), film(4, 5)], playing)).toEqual([
      { isPlaying: false, rate: 1, seekToS: null },
      { isPlaying: true, rate: 1, seekToS: null },
    ]);
  });

  it('begins anew at the end, or stays there', () => {
    expect(filmOrders([film(3, 3), film(5, 5)], playing).map(({ seekToS }) => seekToS)).toEqual([0, 0]);
    const once = filmOrders([film(3, 3), film(5, 5)], { ...playing, isLooping: false });
    expect(once.every(({ isPlaying, seekToS }) => !isPlaying && seekToS === null)).toBe(true);
  });

  it('comes within a frame of the first in less than two seconds, whatever the speeds and the drift', () => {
    const speeds = fc.record({
      drift: fc.double({ min: -3, max: 3, noNaN: true }),
      // A player that is a little slow or fast.
      skew: fc.double({ min: 0.97, max: 1.03, noNaN: true }),
      rate: fc.constantFrom(0.25, 0.5, 1, 2),
    });
    fc.assert(
      fc.property(speeds, ({ drift, skew, rate }) => {
        const stepS = 1 / 60;
        let leader = film(10, 1000);
        let follower = film(10 + drift, 1000);
        for (let step = 0; step < (2 / rate) * 60; step += 1) {
          const [first, second] = filmOrders([leader, follower], { ...playing, rate });
          if (!first || !second) throw new Error('Both are told something');
          leader = film(leader.timeS + first.rate * stepS, 1000);
          follower = film((second.seekToS ?? follower.timeS) + second.rate * skew * stepS, 1000);
        }
        expect(Math.abs(leader.timeS - follower.timeS)).toBeLessThan(1 / 24);
      }),
    );
  });
});

describe('the words of the bar', () => {
  it('tell times and lengths that differ', () => {
    expect([0, 3.25, 59.99, 60, 725].map(videoClock)).toEqual(['0:00.0', '0:03.2', '0:59.9', '1:00.0', '12:05.0']);
    expect(haveOtherLengths([5, 5.05])).toBe(false);
    expect(haveOtherLengths([5, 3])).toBe(true);
    expect(haveOtherLengths([5, 0])).toBe(false);
    expect(haveOtherLengths([])).toBe(false);
  });
});
