import { fc } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import { JobQueue } from './job-queue';

describe('JobQueue', () => {
  it('preserves arrival order and positions through any inserts and removals', () => {
    const moves = fc.array(fc.oneof(fc.constant('push' as const), fc.nat(20)), { maxLength: 80 });
    fc.assert(
      fc.property(moves, (steps) => {
        const line = new JobQueue();
        const model: string[] = [];
        const hasKnown: boolean[] = [];
        for (const [index, step] of steps.entries()) {
          if (step === 'push') {
            line.push(`j${index}`);
            model.push(`j${index}`);
          } else {
            const isThere = step < model.length;
            hasKnown.push(line.remove(model[step] ?? 'nobody') === isThere);
            if (isThere) model.splice(step, 1);
          }
          expect(line.first()).toBe(model[0]);
          for (const [position, id] of model.entries()) expect(line.position(id)).toBe(position + 1);
          expect(line.position('nobody')).toBeNull();
        }
        expect(hasKnown).not.toContain(false);
      }),
    );
  });
});
