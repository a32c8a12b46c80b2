import { afterEach, beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => vi.stubGlobal('location', { origin: 'http://127.0.0.1:8189' }));
afterEach(() => vi.unstubAllGlobals());

it.each([
  ['local/7', 'local', true],
  ['blue/7', 'blue', true],
  ['blue/7', 'green', false],
  // Stored when there was one surface.
  ['7', 'local', true],
  ['7', 'blue', false],
])('J-1.25 a cancellation stored as %s applies to job 7 on %s: %s', async (key, id, isOwn) => {
  const { isCanceledHere } = await import('./local-cancellations');
  expect(isCanceledHere(new Set([key]), { id }, '7')).toBe(isOwn);
});
