import { fc, runs } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import { expectAtMostOnce, FaultScenario } from '../journal/testing/fault-scenario';
import { makeSubmissions, submissionPlan } from './testing/submissions';

/**
 * The promise of the outbox, with the real runner in a browser of several tabs: for any sequence of faults one click makes
 * at most one job, and no state on the screen claims more than is known.
 */

describe.each([
  ['each start of a send stored alone', false],
  ['the first start stored with the entry', true],
] as const)('the outbox in a browser with faults everywhere, %s', (_name, isStarted) => {
  it('creates at most one job per click, and shows only known facts', async () => {
    await fc.assert(
      fc.asyncProperty(submissionPlan, async (scenario) => {
        const story = new FaultScenario(makeSubmissions(scenario, isStarted), scenario.story);
        await expectAtMostOnce(story, scenario.story.steps);
      }),
      { numRuns: runs(500) },
    );
  });

  it('gets the outcome of each run once the faults stop, if the surface lists jobs', async () => {
    await fc.assert(
      fc.asyncProperty(submissionPlan, async (scenario) => {
        const story = new FaultScenario(makeSubmissions({ ...scenario, lists: true }, isStarted), scenario.story);
        await story.world.openTab();
        for (const step of scenario.story.steps) {
          // Faults only: what the user stops, and what lies longer than its key lives, may stay open.
          if (step.do !== 'act' && !(step.do === 'pass' && step.ms > 90_000)) await story.take(step);
        }
        await story.calmDown();
        expect(story.untold()).toEqual([]);
      }),
      { numRuns: runs(500) },
    );
  });
});
