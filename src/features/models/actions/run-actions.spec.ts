import { afterAll, describe, expect, it, vi } from 'vitest';
import type { RunRecord, RunState } from '@/domains/model-calls/run-record';
import { makeResponse, makeRun } from '@/testing/run-fixtures';
import { RUN_ACTION_IDS, runOffer, type RunActionId, type RunFacts } from './run-actions';

vi.hoisted(() => vi.stubGlobal('location', { origin: 'http://127.0.0.1:8189' }));
afterAll(() => void vi.unstubAllGlobals());

const NOW = 1_000_000;
const FACTS: RunFacts = { now: NOW, hasRouters: true, previousOf: () => null };
const OPEN: RunState = { name: 'collectable', until: NOW + 1000, why: 'aborted', failure: null };
const run = (state: RunState, more: Partial<RunRecord> = {}) => makeRun({ state, firstSentAt: NOW, ...more });
const done = (requestId: string | null = 'req_1') => run({ name: 'done', answer: makeResponse({ requestId }) });

const shown = (runs: readonly RunRecord[], facts = FACTS): RunActionId[] =>
  RUN_ACTION_IDS.filter((id) => runOffer(id, runs, facts).isShown);

const ALWAYS: RunActionId[] = ['edit', 'other-models', 'other-server', 'pin', 'compare', 'export'];

describe('the actions on model runs', () => {
  it.each<[string, RunRecord, RunActionId[]]>([
    ['with a result', done(), [...ALWAYS, 'copy-request-id', 'delete']],
    ['with a result without a request ID', done(null), [...ALWAYS, 'delete']],
    ['in flight', run({ name: 'in_flight' }), ['stop', ...ALWAYS, 'delete']],
    ['with a result to collect', run(OPEN), ['collect', ...ALWAYS, 'delete']],
    ['that was never sent', run({ name: 'not_sent' }), ['send', ...ALWAYS, 'delete']],
  ])('for one %s', (_name, one, ids) => {
    expect(shown([one])).toEqual(ids);
  });

  it('are for several what does not need a single one', () => {
    expect(shown([done(), done()])).toEqual(['pin', 'compare', 'export', 'delete']);
  });

  it('call a model a second time only if the key of the first call has expired', () => {
    const later = { ...FACTS, now: NOW + 48 * 3_600_000 };
    expect(shown([run(OPEN)], later)).toEqual(['run_anew', ...ALWAYS, 'delete']);
  });

  it('offer other servers only if one of them runs models', () => {
    expect(shown([done()], { ...FACTS, hasRouters: false })).not.toContain('other-server');
  });

  it('unpin what is pinned', () => {
    const labelOf = (...pins: boolean[]) =>
      runOffer(
        'pin',
        pins.map((isPinned) => makeRun({ isPinned })),
        FACTS,
      ).label;
    expect([labelOf(false), labelOf(true), labelOf(true, false)]).toEqual(['Pin', 'Unpin', 'Pin']);
  });

  it('compare two to four', () => {
    const reasons = [2, 4, 5].map((count) => runOffer('compare', Array.from({ length: count }, done), FACTS).reason);
    const why = 'Select two to four runs to compare them.';
    expect(reasons).toEqual([null, null, why]);
  });

  it('compare one with the run before it if both have a result', () => {
    const offer = (one: RunRecord, previous: RunRecord | null) =>
      runOffer('compare', [one], { ...FACTS, previousOf: () => previous });
    const failed = run({ name: 'not_sent' });
    expect(offer(done(), done())).toEqual({ label: 'Compare with previous', isShown: true, reason: null });
    expect(offer(done(), null).reason).toBe('This is the first run.');
    expect(offer(failed, done()).reason).toBe('This run has no output.');
    expect(offer(done(), failed).reason).toBe('The previous run has no output.');
  });

  it('delete nothing whose cost is not known yet', () => {
    const reasonOf = (...runs: RunRecord[]) => runOffer('delete', runs, FACTS).reason;
    expect(reasonOf(done(), done())).toBeNull();
    expect(reasonOf(run(OPEN))).toBe('You can still collect the result of this run. It may have been charged.');
    expect(reasonOf(done(), run(OPEN))).toBe(
      'You can still collect the result of one of these runs. It may have been charged.',
    );
    expect(reasonOf(run({ name: 'in_flight' }))).toBe('This run is in progress.');
    expect(reasonOf(done(), run({ name: 'in_flight' }))).toBe('One of these runs is in progress.');
  });
});
