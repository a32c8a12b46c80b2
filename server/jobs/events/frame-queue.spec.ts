import { fc } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import type { JobChange } from './event-hub';
import { FrameQueue } from './frame-queue';

const change: fc.Arbitrary<JobChange['kind']> = fc.constantFrom('status', 'progress', 'preview', 'output', 'log');

/** Only kind and order matter here. */
const numbered = (kind: JobChange['kind'], n: number) => ({ kind, n }) as unknown as JobChange;

function drain(queue: FrameQueue): { kind: string; n: number }[] {
  const left: { kind: string; n: number }[] = [];
  for (let next = queue.shift(); next; next = queue.shift()) left.push(next as unknown as { kind: string; n: number });
  return left;
}

describe('FrameQueue', () => {
  it('retains every status and output, the newest progress and preview, and the order', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 100 }), (kinds) => {
        const queue = new FrameQueue();
        for (const [n, kind] of kinds.entries()) queue.push(numbered(kind, n));
        const left = drain(queue);
        const numbers = left.map(({ n }) => n);
        expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
        for (const kind of ['status', 'output', 'log'] as const) {
          const all = [...kinds.entries()].flatMap(([n, each]) => (each === kind ? [n] : []));
          expect(left.filter((one) => one.kind === kind).map(({ n }) => n)).toEqual(all);
        }
        for (const kind of ['progress', 'preview'] as const) {
          const newest = kinds.lastIndexOf(kind);
          expect(left.filter((one) => one.kind === kind).map(({ n }) => n)).toEqual(newest === -1 ? [] : [newest]);
        }
      }),
    );
  });

  it('uses bounded memory for a stalled client, and retains the last log lines', () => {
    const queue = new FrameQueue();
    for (let n = 0; n < 100_000; n += 1) queue.push(numbered('log', n));
    const left = drain(queue);
    expect(left.length).toBeLessThanOrEqual(500);
    expect(left.at(-1)?.n).toBe(99_999);
    queue.push(numbered('log', 1));
    expect(drain(queue)).toHaveLength(1);
  });
});
