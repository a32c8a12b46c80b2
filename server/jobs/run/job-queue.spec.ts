import { leastCpuMs } from '@contract/testing/cpu-time';
import { fc } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import { JobQueue } from './job-queue';

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('put' as const), job: fc.nat(25), rank: fc.integer({ min: -9, max: 9 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), job: fc.nat(25) }) },
);

describe('JobQueue', () => {
  it('does not visit all jobs for each change, so that 100,000 queued jobs are fast', () => {
    const change = () => {
      const queue = new JobQueue();
      for (let job = 1; job <= 100_000; job += 1) queue.put(`j${job}`, job);
      for (let move = 1; move <= 2000; move += 1) {
        queue.put(`j${move * 50}`, -100_000 - move);
        queue.position(`j${move * 49}`);
      }
      expect([queue.length, queue.position('j100000'), queue.position('j1')]).toEqual([100_000, 1, 2001]);
    };
    expect(leastCpuMs(3000, change)).toBeLessThan(3000);
  });

  it('is ordered by rank, and by id within a rank, through any sequence of puts and removals', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const queue = new JobQueue();
        const ranks = new Map<string, number>();
        const hasKnown: boolean[] = [];
        for (const each of steps) {
          const id = `j${each.job}`;
          if (each.kind === 'put') {
            queue.put(id, each.rank);
            ranks.set(id, each.rank);
          } else hasKnown.push(queue.remove(id) === ranks.delete(id));
          const expected = [...ranks].sort(([a, m], [b, n]) => m - n || (a < b ? -1 : 1)).map(([other]) => other);
          expect([...queue]).toEqual(expected);
          expect(queue.head(3)).toEqual(expected.slice(0, 3));
          expect(expected.map((other) => queue.position(other))).toEqual(expected.map((_other, index) => index + 1));
          expect([queue.length, queue.position('nobody'), queue.rank(id)]).toEqual([
            expected.length,
            null,
            ranks.get(id) ?? null,
          ]);
        }
        expect(hasKnown).not.toContain(false);
      }),
    );
  });
});
