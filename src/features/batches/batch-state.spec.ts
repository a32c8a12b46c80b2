import { describe, expect, test } from 'vitest';
import { makeBatch } from '@/domains/batches/testing/make-batch';
import { makeCell } from './testing/make-cell';
import {
  axesText,
  batchCounts,
  batchResult,
  batchStatus,
  countsText,
  failedCells,
  lastFailure,
  lostText,
  pauseText,
} from './batch-state';

const inFlight = (cell: number) => ({
  cell,
  attempt: 1,
  retryOf: null,
  surfaceId: 'local',
  entryId: `b.${cell}.1`,
  jobId: `job-${cell}`,
  startedAt: 0,
  isWithdrawn: false,
});
const tally = { succeeded: 0, failed: 0, canceled: 0, refused: 0, unsettled: 0 };

describe('the status of a batch', () => {
  test.each([
    ['running', {}],
    ['paused', { isPaused: true, pauseReason: 'user' as const }],
    ['running', { next: 4, inFlight: [inFlight(3)], isPaused: true }],
    ['finished', { next: 4, tally: { ...tally, succeeded: 4 } }],
    ['paused', { next: 4, inFlight: [{ ...inFlight(3), jobId: null }], isPaused: true }],
    ['stopped', { next: 2, isStopped: true, inFlight: [inFlight(1)] }],
    ['running', { next: 2, isStopped: true, retries: [{ cell: 0, attempt: 2, retryOf: 'failed' as const }] }],
  ])('is %s', (status, change) => {
    expect(batchStatus(makeBatch({ count: 4, ...change }))).toBe(status);
  });
});

describe('the result of a finished batch', () => {
  test.each([
    ['succeeded', { succeeded: 4 }],
    ['partly succeeded', { succeeded: 2, failed: 2 }],
    ['partly succeeded', { succeeded: 3, canceled: 1 }],
    ['partly succeeded', { succeeded: 3, unsettled: 1 }],
    ['canceled', { canceled: 4 }],
    ['unconfirmed', { unsettled: 4 }],
    ['failed', { failed: 3, canceled: 1 }],
    ['failed', { refused: 4 }],
  ] as const)('is %s with %j', (result, cells) => {
    expect(batchResult(makeBatch({ count: 4, next: 4, tally: { ...tally, ...cells } }))).toBe(result);
  });
});

describe('the counts of a batch', () => {
  test('add up to its cells', () => {
    const batch = makeBatch({
      count: 10,
      next: 7,
      inFlight: [inFlight(6)],
      tally: { succeeded: 2, failed: 1, canceled: 1, refused: 1, unsettled: 1 },
    });
    expect(batchCounts(batch)).toEqual({ succeeded: 2, failed: 2, canceled: 1, unsettled: 1, inFlight: 1, left: 3 });
    expect(countsText(batch)).toBe('2 of 10 succeeded · 2 failed · 1 canceled · 1 unconfirmed · 1 sent');
  });

  test('say how many cells a stopped batch never sent', () => {
    expect(countsText(makeBatch({ count: 1200, next: 1, isStopped: true, tally: { ...tally, succeeded: 1 } }))).toBe(
      '1 of 1,200 succeeded · 1,199 never sent',
    );
  });
});

describe('the notice of a paused batch', () => {
  test('has the reason, its effect and what continues', () => {
    const paused = { count: 4, next: 2, isPaused: true };
    expect(pauseText(makeBatch(paused), 'No room')).toBe('Paused. Nothing more is sent until you resume.');
    const refused = makeBatch({ ...paused, pauseReason: 'refused', inFlight: [inFlight(0), inFlight(1)] });
    expect(pauseText(refused, 'Unknown node class Foo')).toBe(
      'Paused because the server rejected a cell. Unknown node class Foo. Nothing more is sent until you resume. 2 unfinished jobs continue.',
    );
    expect(pauseText(makeBatch({ ...paused, pauseReason: 'failures' }), null)).toBe(
      'Paused after several failures in a row. Nothing more is sent until you resume.',
    );
    expect(pauseText(makeBatch({ ...paused, pauseReason: 'cap', cap: 2 }), null)).toBe(
      'Paused at the number of jobs that you set. Nothing more is sent until you resume, then up to 2 jobs.',
    );
  });

  test('is absent while the batch runs', () => {
    expect(pauseText(makeBatch({ count: 4 }), null)).toBeNull();
  });
});

describe('the cells to retry', () => {
  const cells = (['succeeded', 'failed', 'canceled', 'refused', 'unsettled', 'running'] as const).map((outcome, cell) =>
    makeCell({ cell, outcome }),
  );

  test('failed or were rejected, but were not canceled by the user', () => {
    expect(failedCells(cells)).toEqual([1, 3]);
  });

  test('explain the pause by the newest message', () => {
    const failed = { outcome: 'failed' as const };
    expect(
      lastFailure([
        makeCell({ ...failed, message: 'new', finishedAt: 9 }),
        makeCell({ ...failed, message: 'old', finishedAt: 3 }),
        makeCell({ message: 'other', finishedAt: 20 }),
      ]),
    ).toBe('new');
    expect(lastFailure([makeCell({})])).toBeNull();
  });
});

test('axes are listed with the number of their values', () => {
  expect(
    axesText([
      { label: 'cfg', count: 5 },
      { label: 'steps', count: 4 },
    ]),
  ).toBe('cfg × 5, steps × 4');
  expect(axesText([])).toBe('one run');
});

test('cells on a removed server may still run, and there is something to do about it', () => {
  expect(lostText(0)).toBeNull();
  expect(lostText(1)).toBe(
    '1 cell is on a server that was removed from the settings. It may still run and cost money. Add the server again to read it, or mark it in the menu of the cell.',
  );
  expect(lostText(2)).toMatch(/^2 cells are on a server that was removed/);
});

test('a batch without a server says what to do, and warns', () => {
  const batch = makeBatch({ isPaused: true, pauseReason: 'removed' });
  expect(pauseText(batch, null)).toBe(
    'Paused because its server was removed from the settings. Add it again, then resume. Nothing more is sent until you resume.',
  );
});
