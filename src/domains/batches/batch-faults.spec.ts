import { fc, runs } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import { expectAtMostOnce, FaultScenario } from '../journal/testing/fault-scenario';
import { makeSweeps, sweepPlan } from './testing/sweeps';

describe('a batch in a browser with faults everywhere', () => {
  it('creates at most one job per cell and attempt, respects limit, pause and stop, and finishes all cells', async () => {
    await fc.assert(
      fc.asyncProperty(sweepPlan, async (scenario) => {
        const story = new FaultScenario(makeSweeps(scenario), scenario.story);
        await expectAtMostOnce(story, scenario.story.steps);
        expect(story.untold()).toEqual([]);
      }),
      { numRuns: runs(500) },
    );
  });
});
