import { fc, runs } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import { batchPlan, makeBatches } from './testing/batches';
import { expectAtMostOnce, FaultStory } from './testing/fault-story';

describe('a batch in a browser with faults everywhere', () => {
  it('creates at most one job per cell, respects its concurrency limit, and finishes all cells', async () => {
    await fc.assert(
      fc.asyncProperty(batchPlan, async (scenario) => {
        const story = new FaultStory(makeBatches(scenario), scenario.story);
        await expectAtMostOnce(story, scenario.story.steps);
        expect(story.untold()).toEqual([]);
      }),
      { numRuns: runs(500) },
    );
  });
});
