import { fc, runs } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import { expectAtMostOnce, FaultScenario, type Step } from '../journal/testing/fault-scenario';
import { makeSweeps, sweepPlan } from './testing/sweeps';

/**
 * The promise of a batch, with the real machine, runner and effects in a browser of several tabs: whatever fails, each attempt of
 * a cell makes at most one job, no server gets more than the limit allows, and pause and stop start nothing more.
 */

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

  it('counts each cell once, however often it fails, is retried and is stopped', async () => {
    const failing = { durations: Array<number>(20).fill(0), ends: Array<'failed'>(8).fill('failed') };
    const isKept = (step: Step) => step.do === 'act' || step.do === 'pass' || step.do === 'kill_tab';
    await fc.assert(
      fc.asyncProperty(sweepPlan, async (scenario) => {
        const story = new FaultScenario(makeSweeps({ ...scenario, ...failing }), scenario.story);
        const steps: Step[] = [{ do: 'press', tab: 0 }, ...scenario.story.steps.filter(isKept)];
        await expectAtMostOnce(story, steps);
        expect(story.untold()).toEqual([]);
      }),
      { numRuns: runs(300) },
    );
  });
});
