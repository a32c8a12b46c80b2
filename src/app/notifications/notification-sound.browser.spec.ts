import { expect, it } from 'vitest';
import { scheduleEnd } from './notification-sound';

const RATE = 44_100;

/** Crossings of zero in a second, times a half: the pitch of a plain tone. */
function pitch(samples: Float32Array): number {
  let crossings = 0;
  for (let index = 1; index < samples.length; index += 1) {
    if (Math.sign(samples[index - 1] ?? 0) < 0 !== Math.sign(samples[index] ?? 0) < 0) crossings += 1;
  }
  return (crossings / 2) * (RATE / samples.length);
}

it.each([
  { hasFailed: false, notes: [440, 660] },
  { hasFailed: true, notes: [660, 440] },
])('finished jobs (failed: $hasFailed) play $notes', async ({ hasFailed, notes }) => {
  const context = new OfflineAudioContext(1, RATE / 2, RATE);
  scheduleEnd(context, hasFailed);
  const samples = (await context.startRendering()).getChannelData(0);
  const [first, second] = [samples.slice(1000, 7000), samples.slice(9000, 15_000)];
  expect(pitch(first)).toBeCloseTo(notes[0] ?? 0, -1);
  expect(pitch(second)).toBeCloseTo(notes[1] ?? 0, -1);
  expect(Math.max(...first)).toBeGreaterThan(0.02);
  expect(Math.max(...samples)).toBeLessThan(0.1);
  expect(Math.max(...samples.slice(17_000))).toBe(0);
});
