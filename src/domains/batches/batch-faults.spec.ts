import { fc, runs } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import { expectAtMostOnce, FaultScenario, type Step } from '../journal/testing/fault-scenario';
import { CellWorld } from './testing/cell-world';
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

  it('holds what waits for a full queue while it is paused, and runs all cells once it continues', async () => {
    const isKept = (step: Step) => step.do !== 'kill_tab' && step.do !== 'disk_full';
    await fc.assert(
      fc.asyncProperty(sweepPlan, fc.boolean(), async ({ story: plan, ...faults }, isSlow) => {
        const world = new CellWorld();
        const answers = faults.answers.filter((answer) => answer === 'accepted' || answer === 'queue_full');
        const sweeps = makeSweeps({ ...faults, rooms: [], answers: ['queue_full', ...answers] }, world);
        const story = new FaultScenario(sweeps, isSlow ? plan : { ...plan, isSlow: [] });
        await story.world.openTab();
        await story.take({ do: 'press', tab: 0 });
        for (const step of plan.steps.filter(isKept)) await story.take(step);
        await story.world.act(0, 'entry-1', { kind: 'user_pause' });
        // Requests in flight arrive.
        await story.take({ do: 'pass', ms: 60_000 });
        const isPaused = story.world.disk.get('entry-1')?.isPaused === true;
        expect(isPaused ? world.waitingOf('entry-1') : []).toEqual([]);
        await story.calmDown();
        expect(story.wrongs()).toEqual([]);
        expect(story.untold()).toEqual([]);
      }),
      { numRuns: runs(200) },
    );
  });
});
