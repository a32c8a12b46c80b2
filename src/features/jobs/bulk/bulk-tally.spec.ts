import { expect, it, vi } from 'vitest';
import { BulkTally, createThrottle } from './bulk-tally';
import type { Surface } from '@/api/surface';
import type { BulkResult } from './bulk-tally';

const HERE: Surface = { id: 'local', name: 'Here', baseUrl: 'http://here', routerBaseUrl: null, kind: 'gateway' };
const LAB: Surface = { ...HERE, id: 'lab', name: 'Lab' };

const result = (id: number, tone: BulkResult['tone'], surface: Surface = HERE): BulkResult => ({
  surface,
  id: String(id),
  title: `Job ${id}`,
  tone,
  words: tone,
  newJobId: null,
});
const ids = (tally: BulkTally) => Array.from({ length: tally.total }, (_, index) => tally.at(index)?.id);

it('lists failures first, each group in order of arrival', () => {
  const tally = new BulkTally();
  (['ok', 'bad', 'warn', 'ok', 'bad'] as const).forEach((tone, index) => tally.add(result(index, tone)));
  expect(ids(tally)).toEqual(['1', '4', '2', '0', '3']);
  expect(tally.counts).toEqual({ bad: 2, warn: 1, ok: 2 });
  expect(tally.at(5)).toBeUndefined();
  expect(tally.at(-1)).toBeUndefined();
});

it('counts per server, and stores the first failure of each', () => {
  const tally = new BulkTally();
  const failure = { what: 'Unreachable.', next: 'Try again.' };
  tally.add(result(1, 'ok'));
  tally.add({ ...result(1, 'bad', LAB), failure });
  tally.add({ ...result(2, 'bad', LAB), failure: { what: 'Other.', next: 'Wait.' } });
  tally.add(result(3, 'warn', LAB));
  expect(tally.servers).toEqual([
    { surface: HERE, counts: { bad: 0, warn: 0, ok: 1 }, failure: undefined },
    { surface: LAB, counts: { bad: 2, warn: 1, ok: 0 }, failure },
  ]);
});

it('is shown once for five thousand simultaneous responses, and once more at the end', () => {
  vi.useFakeTimers();
  const shown: number[] = [];
  const tally = new BulkTally();
  const update = createThrottle(() => shown.push(tally.total), 100);
  for (let index = 0; index < 5000; index += 1) {
    tally.add(result(index, 'ok'));
    update.ask();
  }
  expect(shown).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(shown).toEqual([5000]);
  tally.add(result(5000, 'bad'));
  update.ask();
  update.end();
  vi.advanceTimersByTime(1000);
  expect(shown).toEqual([5000, 5001]);
  expect(tally.at(0)?.id).toBe('5000');
  vi.useRealTimers();
});
