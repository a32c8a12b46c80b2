import { fc, runs } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import { expectAtMostOnce, FaultScenario } from '../journal/testing/fault-scenario';
import { callPlan, makeCalls } from './testing/calls';

/**
 * The promise of a run, with the real runner in a browser of several tabs: for any sequence of faults one click is at
 * most one paid call, and no state on the screen claims more than is known.
 */

describe('runs in a browser with faults everywhere', () => {
  it('R-4.20 R-4.21 R-7.27 make at most one paid call per click, and show only known facts', async () => {
    await fc.assert(
      fc.asyncProperty(callPlan, async (scenario) => {
        const story = new FaultScenario(makeCalls(scenario), scenario.story);
        await expectAtMostOnce(story, scenario.story.steps);
      }),
      { numRuns: runs(500) },
    );
  });

  it('R-4.50 R-4.55 get the outcome of each run with the same idempotency key, once the faults stop', async () => {
    await fc.assert(
      fc.asyncProperty(callPlan, async (scenario) => {
        const story = new FaultScenario(makeCalls(scenario), scenario.story);
        await story.world.openTab();
        for (const step of scenario.story.steps) {
          if (!(step.do === 'pass' && step.ms > 90_000)) await story.take(step);
        }
        await story.calmDown();
        expect(story.untold()).toEqual([]);
      }),
      { numRuns: runs(300) },
    );
  });
});
