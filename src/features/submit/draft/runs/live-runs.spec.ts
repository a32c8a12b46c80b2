import { fc } from '@contract/testing/properties';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunPlan } from './plan-runs';
import { LiveRuns, type FollowJob, type LiveRequest } from './live-runs';
import { SETTLE_MS, type LiveStopReason } from './live-state';

type SubmissionEnd = { jobId: string } | { reason: LiveStopReason };

/** A draft with a prompt and a seed, on a server that takes as long as the test says. */
function openDraft({
  movesSeed = false,
  isDrawn = false,
  costsMoney = false,
  id = `draft ${crypto.randomUUID()}`,
} = {}) {
  const draft = { prompt: 'a', seed: 1, isBlocked: false };
  const sent: string[] = [];
  let inFlight = 0;
  let mostInFlight = 0;
  let endSubmission: ((end: SubmissionEnd) => void) | null = null;
  let endJob: ((reason: LiveStopReason | null) => void) | null = null;
  const text = () => `${draft.prompt} ${draft.seed}`;
  const live = new LiveRuns({
    draftId: id,
    look: () => ({ isBlocked: draft.isBlocked, costsMoney }),
    text,
    plan: () => {
      const plan: RunPlan = { texts: [text()], seedsAfter: new Map() };
      return { plan, text: text(), textAfter: `${draft.prompt} ${draft.seed + (movesSeed ? 1 : 0)}`, isDrawn };
    },
    fingerprint: (planned) => Promise.resolve(planned),
    submit: ({ texts }) => {
      sent.push(texts[0] ?? '');
      inFlight += 1;
      mostInFlight = Math.max(mostInFlight, inFlight);
      return Promise.resolve(`entry ${sent.length}`);
    },
    followSubmission: (_entryId, onEnd) => {
      endSubmission = onEnd;
      return () => {};
    },
  });
  const followJob: FollowJob = (_jobId, onEnd) => {
    endJob = onEnd;
    return () => {};
  };
  const start = (request: Partial<LiveRequest> = {}) =>
    live.start({ mode: 'repeat', maxRuns: null, last: null, followJob, ...request });
  const settle = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
  };
  return {
    draft,
    live,
    sent,
    start,
    settle,
    most: () => mostInFlight,
    edit(prompt: string) {
      draft.prompt = prompt;
      live.changed();
    },
    /** Ends the submission in progress: with a job, whose seed then moves. */
    async submitted(end: SubmissionEnd = { jobId: `job ${sent.length}` }) {
      const report = endSubmission;
      endSubmission = null;
      if (!report) return;
      if ('jobId' in end && movesSeed) {
        draft.seed += 1;
        live.changed();
      }
      report(end);
      await settle(0);
    },
    async finished(reason: LiveStopReason | null = null) {
      const report = endJob;
      endJob = null;
      if (!report) return;
      inFlight -= 1;
      report(reason);
      await settle(0);
    },
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('repeating', () => {
  it('starts the next run once the last job has succeeded', async () => {
    const { start, settle, submitted, finished, sent, live } = openDraft({ movesSeed: true });
    start();
    await settle(0);
    expect(sent).toEqual(['a 1']);
    await submitted();
    await settle(60_000);
    expect(sent).toHaveLength(1);
    await finished();
    expect(sent).toEqual(['a 1', 'a 2']);
    live.stop();
    await submitted();
    await finished();
    await settle(60_000);
    expect(sent).toHaveLength(2);
  });

  it('never sends the inputs of an earlier run', async () => {
    const { start, settle, submitted, finished, sent, live } = openDraft();
    start();
    await settle(0);
    await submitted();
    await finished();
    await settle(SETTLE_MS);
    expect(sent).toEqual(['a 1']);
    expect(live.store.getState()).toMatchObject({ live: null, ended: { reason: 'same', runs: 1, jobId: 'job 1' } });
  });

  it('sends the same inputs again if each run draws values', async () => {
    const { start, settle, submitted, finished, sent, live } = openDraft({ isDrawn: true });
    start();
    await settle(0);
    await submitted();
    await finished();
    await settle(SETTLE_MS);
    expect(sent).toEqual(['a 1', 'a 1']);
    live.stop();
  });

  it('stops after the number of runs that the user has set', async () => {
    const { start, settle, submitted, finished, sent, live } = openDraft({ movesSeed: true, costsMoney: true });
    start({ maxRuns: 2 });
    for (let run = 0; run < 4; run += 1) {
      await settle(SETTLE_MS);
      await submitted();
      await finished();
    }
    expect(sent).toEqual(['a 1', 'a 2']);
    expect(live.store.getState().ended).toMatchObject({ reason: 'limit', runs: 2, maxRuns: 2 });
  });

  it('does not start without a limit if runs may cost money', async () => {
    const { start, settle, sent, live } = openDraft({ movesSeed: true, costsMoney: true });
    start();
    await settle(SETTLE_MS);
    expect(sent).toEqual([]);
    expect(live.store.getState().ended?.reason).toBe('unlimited_cost');
  });

  it.each(['failed', 'canceled', 'lost'] as const)('stops if the job ends as %s', async (reason) => {
    const { start, settle, submitted, finished, sent, live } = openDraft({ movesSeed: true });
    start();
    await settle(0);
    await submitted();
    await finished(reason);
    await settle(60_000);
    expect(sent).toHaveLength(1);
    expect(live.store.getState().ended).toMatchObject({ reason, jobId: 'job 1' });
    expect(live.hasJustEnded(120_000)).toBe(true);
  });

  it.each(['refused', 'unsettled', 'withdrawn'] as const)('stops if the submission ends as %s', async (reason) => {
    const { start, settle, submitted, sent, live } = openDraft({ movesSeed: true });
    start();
    await settle(0);
    await submitted({ reason });
    await settle(60_000);
    expect(sent).toHaveLength(1);
    expect(live.store.getState().ended).toMatchObject({ reason, jobId: null });
  });
});

describe('running on change', () => {
  it('waits for a change if the draft has just run, then for a pause in typing', async () => {
    const { start, settle, edit, sent } = openDraft();
    start({ mode: 'change', last: 'a 1' });
    await settle(60_000);
    expect(sent).toEqual([]);
    edit('ab');
    await settle(SETTLE_MS - 1);
    edit('abc');
    await settle(SETTLE_MS - 1);
    expect(sent).toEqual([]);
    await settle(1);
    expect(sent).toEqual(['abc 1']);
  });

  it('runs only the newest of the changes that were made during a job', async () => {
    const { start, settle, edit, submitted, finished, sent } = openDraft();
    start({ mode: 'change' });
    await settle(0);
    await submitted();
    for (const prompt of ['b', 'c', 'd']) {
      edit(prompt);
      await settle(SETTLE_MS);
    }
    expect(sent).toEqual(['a 1']);
    await finished();
    expect(sent).toEqual(['a 1', 'd 1']);
  });

  it('does not take the moved seed of a run for a change', async () => {
    const { start, settle, edit, submitted, finished, sent } = openDraft({ movesSeed: true });
    start({ mode: 'change' });
    await settle(0);
    await submitted();
    await finished();
    await settle(60_000);
    expect(sent).toEqual(['a 1']);
    edit('b');
    await settle(SETTLE_MS);
    expect(sent).toEqual(['a 1', 'b 2']);
  });

  it('does not run inputs again that have run before', async () => {
    const { start, settle, edit, submitted, finished, sent, live } = openDraft();
    start({ mode: 'change' });
    for (const prompt of ['b', 'a']) {
      await settle(SETTLE_MS);
      await submitted();
      await finished();
      edit(prompt);
    }
    await settle(SETTLE_MS);
    expect(sent).toEqual(['a 1', 'b 1']);
    expect(live.store.getState().live).toMatchObject({ isKnown: true, phase: { name: 'ready' } });
    edit('c');
    await settle(SETTLE_MS);
    expect(sent).toEqual(['a 1', 'b 1', 'c 1']);
  });

  it('waits while the draft cannot run', async () => {
    const { start, settle, draft, live, sent } = openDraft();
    draft.isBlocked = true;
    start({ mode: 'change' });
    await settle(60_000);
    expect(sent).toEqual([]);
    draft.isBlocked = false;
    live.advance();
    await settle(0);
    expect(sent).toEqual(['a 1']);
  });

  it('continues with what is running when the mode changes', async () => {
    const { start, settle, submitted, finished, sent, most } = openDraft({ movesSeed: true });
    start({ mode: 'change' });
    await settle(0);
    await submitted();
    start({ mode: 'repeat' });
    await settle(60_000);
    expect(sent).toHaveLength(1);
    await finished();
    expect(sent).toHaveLength(2);
    expect(most()).toBe(1);
  });
});

describe('any order of edits, results and pauses', () => {
  const step = fc.oneof(
    fc.constantFrom('submitted', 'finished', 'pause', 'switch' as const).map((kind) => ({ kind, prompt: '' })),
    fc.constantFrom('a', 'b', 'c', 'd').map((prompt) => ({ kind: 'edit' as const, prompt })),
  );

  it('keeps one job in flight, repeats no inputs, and ends with the newest', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.boolean(), fc.uuid(), async (steps, movesSeed, id) => {
        const world = openDraft({ movesSeed, id });
        let mode: LiveRequest['mode'] = 'change';
        world.start({ mode });
        for (const { kind, prompt } of steps) {
          if (kind === 'submitted') await world.submitted();
          else if (kind === 'finished') await world.finished();
          else if (kind === 'edit') world.edit(prompt);
          else if (kind === 'switch') {
            mode = mode === 'change' ? 'repeat' : 'change';
            if (world.live.isOn) world.start({ mode });
          } else await world.settle(SETTLE_MS);
        }
        if (world.live.isOn) world.start({ mode: 'change' });
        for (let turn = 0; turn < 3; turn += 1) {
          await world.settle(SETTLE_MS);
          await world.submitted();
          await world.finished();
        }
        const { sent, draft } = world;
        expect(world.most()).toBeLessThanOrEqual(1);
        expect(new Set(sent).size).toBe(sent.length);
        const hasRun = sent.some((text) => text.startsWith(`${draft.prompt} `));
        expect(hasRun || !world.live.isOn).toBe(true);
        world.live.stop();
        await world.settle(0);
      }),
    );
  });
});
