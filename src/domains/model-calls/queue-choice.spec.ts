import { expect, it } from 'vitest';
import { LONG_CALL_MS, prefersQueue } from './queue-choice';
import type { RunRecord, RunState } from './run-record';
import { makeRun } from './testing/run-fixture';

const done = (durationMs: number): RunState => ({ name: 'done', answer: { durationMs } as never });
const deadline: RunState = { name: 'collectable', until: 0, why: 'deadline', failure: null };
const runs = (...all: Partial<RunRecord>[]) => all.map((more, index) => makeRun({ id: `r${index}`, ...more }));
const wanted = (all: RunRecord[]) => prefersQueue(all, 'local', 'flowdeck/pattern');

it.each([
  ['nothing is known of the model', [], false],
  [
    'its last call was short',
    [
      { state: done(LONG_CALL_MS), createdAt: 1 },
      { state: done(900), createdAt: 2 },
    ],
    false,
  ],
  [
    'its last call was long',
    [
      { state: done(900), createdAt: 1 },
      { state: done(LONG_CALL_MS), createdAt: 2 },
    ],
    true,
  ],
  ['the router stopped waiting for its last call', [{ state: deadline }], true],
  ['a call of another model was long', [{ state: done(LONG_CALL_MS), modelId: 'a/b' }], false],
  ['a call on another server was long', [{ state: done(LONG_CALL_MS), surfaceId: 'other' }], false],
  ['one call is open', [{ state: { name: 'in_flight' } }], false],
  ['all connections for calls are in use', [{ state: { name: 'in_flight' } }, { state: { name: 'in_flight' } }], true],
  [
    'calls in the queue use no connection',
    [{ state: { name: 'in_flight' } }, { state: { name: 'in_flight' }, delivery: 'queue' }],
    false,
  ],
] as [string, Partial<RunRecord>[], boolean][])('%s', (_, all, isWanted) => {
  expect(wanted(runs(...all))).toBe(isWanted);
});
