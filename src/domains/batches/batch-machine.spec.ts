import { describe, expect, it } from 'vitest';
import { isFinishedBatch, unstartedCells, type BatchEntry, type CellOutcome } from './batch-entry';
import { batchMachine, type BatchEvent, type CellNews } from './batch-machine';
import { makeBatch } from './testing/make-batch';

const NOW = 1000;

function play(batch: BatchEntry, ...events: BatchEvent[]): BatchEntry {
  return events.reduce((current, event) => batchMachine.step(current, event, NOW), batch);
}

const action = (batch: BatchEntry) => batchMachine.nextAction(batch, NOW).do;
const cellsOf = ({ inFlight }: BatchEntry) => inFlight.map(({ cell }) => cell);

const START: BatchEvent[] = [{ kind: 'start' }, { kind: 'started', unstored: [] }];
const watched = (...news: CellNews[]): BatchEvent[] => [{ kind: 'watch' }, { kind: 'watched', news }];
const submitted = (cell: number, attempt = 1): CellNews => {
  return { kind: 'submitted', entryId: `batch.${cell}.${attempt}`, jobId: `job-${cell}.${attempt}` };
};
const finished = (cell: number, outcome: CellOutcome, attempt = 1): CellNews => {
  return { kind: 'finished', entryId: `batch.${cell}.${attempt}`, outcome };
};

/** Runs the next cell to its end. */
const run = (cell: number, outcome: CellOutcome, attempt = 1) => [
  ...START,
  ...watched(submitted(cell, attempt)),
  ...watched(finished(cell, outcome, attempt)),
];

describe('a batch', () => {
  it('starts the next cell only once the last one on the server is a job, up to its limit', () => {
    const first = play(makeBatch(), ...START);
    expect(cellsOf(first)).toEqual([0]);
    expect(action(first)).toBe('watch');
    const second = play(first, ...watched(submitted(0)), ...START);
    expect(cellsOf(second)).toEqual([0, 1]);
    const full = play(second, ...watched(submitted(1)));
    expect(action(full)).toBe('watch');
    expect(action(play(full, ...watched(finished(0, 'succeeded'))))).toBe('start');
  });

  it('starts each cell on the server with the fewest in flight', () => {
    const servers = { surfaceIds: ['local', 'shed'], limit: 3 };
    const spread = play(makeBatch(servers), ...START, ...START, ...watched(submitted(0), submitted(1)), ...START);
    expect(spread.inFlight.map(({ surfaceId }) => surfaceId)).toEqual(['local', 'shed', 'local']);
    const uneven = play(spread, ...watched(submitted(2), finished(1, 'succeeded')), ...START);
    expect(uneven.inFlight.map(({ surfaceId }) => surfaceId)).toEqual(['local', 'local', 'shed']);
  });

  it('does not wait for a server whose queue is full while another one accepts cells', () => {
    const batch = makeBatch({ surfaceIds: ['full', 'free'], limit: 4 });
    const started = play(batch, ...START, ...watched(submitted(1)), ...START);
    expect(started.inFlight.map(({ surfaceId }) => surfaceId)).toEqual(['full', 'free', 'free', 'free']);
    expect(action(started)).toBe('watch');
  });

  it('starts up to eight cells with one write once a server has taken one, within the limit and the cap', () => {
    const one = play(makeBatch({ limit: 20, count: 20 }), ...START);
    expect(cellsOf(one)).toEqual([0]);
    const starting = play(one, ...watched(submitted(0)), { kind: 'start' });
    expect(starting.state).toEqual({
      name: 'starting',
      entryIds: [1, 2, 3, 4, 5, 6, 7, 8].map((cell) => `batch.${cell}.1`),
      repeatedIds: [],
    });
    const nine = play(starting, { kind: 'started', unstored: [] });
    expect(action(nine)).toBe('watch');
    const two = play(nine, ...watched(submitted(2), submitted(3)), { kind: 'start' });
    expect(cellsOf(two)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(cellsOf(play({ ...one, limit: 3 }, ...watched(submitted(0)), { kind: 'start' }))).toEqual([0, 1, 2]);
    const capped = { ...one, cap: 3, startedSinceCap: 1 };
    expect(cellsOf(play(capped, ...watched(submitted(0)), { kind: 'start' }))).toEqual([0, 1, 2]);
  });

  const nine = play(makeBatch({ limit: 20, count: 30 }), ...START, ...watched(submitted(0)), ...START);
  const unconfirmed = ({ inFlight }: BatchEntry) => inFlight.filter(({ jobId }) => jobId === null).length;

  it('sends one cell at a time again after a full queue or a lost response, until one is taken at once', () => {
    const delayed = play(nine, ...watched({ kind: 'delayed', entryId: 'batch.1.1' }));
    const waiting = play(delayed, ...watched(...[2, 3, 4, 5, 6, 7, 8].map((cell) => submitted(cell))));
    expect(action(waiting)).toBe('watch');
    const one = play(waiting, ...watched(submitted(1)), ...START);
    expect(unconfirmed(one)).toBe(1);
    expect(unconfirmed(play(one, ...watched(submitted(9)), ...START))).toBe(8);
  });

  it.each([
    ['a rejection', finished(1, 'refused')],
    ['a submission that was never stored', { kind: 'missing', entryId: 'batch.1.1' }],
  ] as const)('sends nothing more after %s until the server has taken what it has', (_name, news) => {
    const after = play(nine, ...watched(news), { kind: 'user_resume' });
    const ready = { ...after, state: { name: 'ready' as const, until: 0 } };
    expect(action(ready)).toBe('watch');
    expect(action(play(ready, ...watched(submitted(2))))).toBe('start');
  });

  it('sends one cell at a time after its page was closed', () => {
    const one = play(makeBatch({ limit: 20, count: 20 }), ...START, ...watched(submitted(0)), { kind: 'resume' });
    expect(cellsOf(play(one, { kind: 'start' }))).toEqual([0, 1]);
  });

  it('starts cells again in their order if there was no room for their submissions', () => {
    const four = play(makeBatch({ limit: 20, count: 20 }), ...START, ...watched(submitted(0)), { kind: 'start' });
    const full = play(four, { kind: 'started', unstored: ['batch.1.1', 'batch.2.1', 'batch.3.1', 'batch.4.1'] });
    expect(full.retries.map(({ cell }) => cell)).toEqual([1, 2, 3, 4]);
    expect(action(full)).toBe('wait');
  });

  it('finishes with every cell counted once', () => {
    const done = play(
      makeBatch({ limit: 1 }),
      ...run(0, 'succeeded'),
      ...run(1, 'failed'),
      ...run(2, 'canceled'),
      ...run(3, 'unsettled'),
    );
    expect(done.tally).toEqual({ succeeded: 1, failed: 1, canceled: 1, refused: 0, unsettled: 1 });
    expect(action(done)).toBe('nothing');
    expect(isFinishedBatch(done)).toBe(true);
    expect(done.finishedAt).toBe(NOW);
    expect(play(done, ...watched(finished(0, 'succeeded')))).toBe(done);
  });

  it('starts the same attempt again if a crash left its submission unstored', () => {
    const crashed = play(makeBatch(), { kind: 'start' }, { kind: 'resume' });
    expect(action(crashed)).toBe('watch');
    const again = play(crashed, ...watched({ kind: 'missing', entryId: 'batch.0.1' }));
    expect(unstartedCells(again)).toBe(4);
    const restarted = batchMachine.step({ ...again, state: { name: 'ready', until: 0 } }, { kind: 'start' }, NOW);
    expect(restarted.inFlight).toMatchObject([{ cell: 0, attempt: 1 }]);
    expect(restarted.state).toMatchObject({ entryIds: ['batch.0.1'], repeatedIds: ['batch.0.1'] });
    expect(restarted.next).toBe(1);
  });

  it('waits before it tries again to store a submission', () => {
    const full = play(makeBatch(), { kind: 'start' }, { kind: 'started', unstored: ['batch.0.1'] });
    expect(action(full)).toBe('wait');
    expect(full.retries).toEqual([{ cell: 0, attempt: 1, retryOf: null }]);
  });

  it('pauses itself when a cell is rejected, and continues with the next one after a click', () => {
    const paused = play(makeBatch(), ...START, ...watched(finished(0, 'refused')));
    expect(paused).toMatchObject({ isPaused: true, pauseReason: 'refused' });
    expect(action(paused)).toBe('nothing');
    expect(batchMachine.isActive(paused)).toBe(false);
    expect(action(play(paused, { kind: 'user_resume' }))).toBe('start');
  });

  it('pauses itself after five failed jobs in a row', () => {
    const batch = makeBatch({ limit: 1, count: 20 });
    const four = play(batch, ...[0, 1, 2, 3].flatMap((cell) => run(cell, 'failed')));
    expect(four.isPaused).toBe(false);
    expect(play(four, ...run(4, 'failed'))).toMatchObject({ isPaused: true, pauseReason: 'failures' });
    const interrupted = play(four, ...run(4, 'succeeded'), ...run(5, 'failed'));
    expect(interrupted.isPaused).toBe(false);
    const resumed = play(four, ...run(4, 'failed'), { kind: 'user_resume' }, ...run(5, 'failed'));
    expect(resumed.isPaused).toBe(false);
  });

  it('pauses itself once it has started as many cells as the user allowed, and allows as many after each click', () => {
    const batch = makeBatch({ limit: 1, count: 5, cap: 2 });
    const one = play(batch, ...run(0, 'succeeded'), { kind: 'user_pause' }, { kind: 'user_resume' });
    expect(one.isPaused).toBe(false);
    const unstored = play(one, { kind: 'start' }, { kind: 'started', unstored: ['batch.1.1'] });
    expect(unstored.isPaused).toBe(false);
    const two = play({ ...unstored, state: { name: 'ready', until: 0 } }, ...START);
    expect(two).toMatchObject({ isPaused: false, next: 2 });
    expect(action(two)).toBe('watch');
    const paused = play(two, ...watched(submitted(1)));
    expect(paused).toMatchObject({ isPaused: true, pauseReason: 'cap', inFlight: [{ cell: 1, isHeld: false }] });
    const ended = play(paused, ...watched(finished(1, 'failed')));
    expect(action(ended)).toBe('nothing');
    const four = play(ended, { kind: 'user_resume' }, ...run(2, 'failed'), ...run(3, 'succeeded'));
    expect(four).toMatchObject({ isPaused: true, pauseReason: 'cap', next: 4 });
    const five = play(four, { kind: 'user_resume' }, ...run(4, 'succeeded'));
    expect(isFinishedBatch(five)).toBe(true);
    expect(five.isPaused).toBe(false);
  });

  it('starts nothing beyond the cap while other servers are free, and resumes at once after a rejection of the last cell', () => {
    const batch = makeBatch({ limit: 4, count: 5, cap: 2, surfaceIds: ['local', 'shed', 'attic'] });
    const two = play(batch, ...START, ...START);
    expect(action(two)).toBe('watch');
    const refused = play(two, ...watched(submitted(0), finished(1, 'refused')));
    expect(refused).toMatchObject({ isPaused: true, pauseReason: 'refused' });
    expect(action(play(refused, { kind: 'user_resume' }))).toBe('start');
  });

  it('counts retries against the cap, and those of a finished batch anew', () => {
    const retries: BatchEvent = {
      kind: 'user_retry',
      cells: [0, 1].map((cell) => ({ cell, attempt: 2, retryOf: 'failed' as const })),
    };
    const finishedBatch = play(makeBatch({ limit: 1, count: 2, cap: 2 }), ...run(0, 'failed'), ...run(1, 'failed'));
    const retried = play(finishedBatch, retries, ...run(0, 'succeeded', 2));
    expect(retried.isPaused).toBe(false);
    expect(isFinishedBatch(play(retried, ...run(1, 'succeeded', 2)))).toBe(true);
    const half = play(makeBatch({ limit: 1, count: 4, cap: 3 }), ...run(0, 'failed'), ...run(1, 'failed'));
    expect(play(half, retries, ...START, ...watched(submitted(0, 2)))).toMatchObject({
      isPaused: true,
      pauseReason: 'cap',
    });
  });

  it('is not paused by the outcome of its last cell', () => {
    const batch = makeBatch({ count: 1 });
    expect(play(batch, ...START, ...watched(finished(0, 'refused'))).isPaused).toBe(false);
  });

  it('starts nothing while paused, and watches the cells in flight', () => {
    const paused = play(makeBatch(), ...START, ...watched(submitted(0)), { kind: 'user_pause' });
    expect(paused.pauseReason).toBe('user');
    expect(action(paused)).toBe('watch');
    expect(action(play(paused, ...watched(finished(0, 'succeeded'))))).toBe('nothing');
  });

  it('plans a cell again whose submission was held, with an attempt that the outbox does not know', () => {
    const waiting = play(makeBatch({ count: 1 }), ...START, { kind: 'user_pause' });
    expect(waiting.inFlight).toMatchObject([{ cell: 0, isHeld: true }]);
    expect(action(waiting)).toBe('watch');
    const held = play(waiting, ...watched({ kind: 'held', entryId: 'batch.0.1' }));
    expect(held).toMatchObject({ inFlight: [], retries: [{ cell: 0, attempt: 2, retryOf: null }] });
    expect(action(held)).toBe('nothing');
    expect(held.finishedAt).toBeNull();
    const stopped = play(held, { kind: 'user_stop' });
    expect(stopped.tally.canceled).toBe(0);
    // Its record, if any, is of attempt 0: that of the held submission must not be used again.
    const again = play(stopped, { kind: 'user_retry', cells: [{ cell: 0, attempt: 1, retryOf: null }] });
    expect(again.retries).toMatchObject([{ attempt: 2 }]);
  });

  it('keeps a cell that became a job although the batch was paused', () => {
    const paused = play(makeBatch(), ...START, { kind: 'user_pause' }, ...watched(submitted(0)));
    expect(paused.inFlight).toMatchObject([{ cell: 0, jobId: 'job-0.1', isHeld: false }]);
    expect(play(paused, ...watched(finished(0, 'succeeded'))).tally.succeeded).toBe(1);
  });

  it('holds what waits on other servers when it pauses itself, and a stop since then cancels it', () => {
    const both = play(makeBatch({ surfaceIds: ['full', 'free'] }), ...START, ...START);
    const paused = play(both, ...watched(finished(1, 'refused')));
    expect(paused.inFlight).toMatchObject([{ cell: 0, isHeld: true }]);
    expect(paused.pausedAt).toBe(NOW);
    expect(play(paused, { kind: 'user_resume' }).pausedAt).toBeNull();
    expect(play(paused, { kind: 'user_stop' }).inFlight).toMatchObject([{ isWithdrawn: true }]);
  });

  it('stops and gives up its cells on removed servers, and watches the others', () => {
    const servers = { surfaceIds: ['gone', 'free'], limit: 3 };
    const both = play(makeBatch(servers), ...START, ...START, ...watched(submitted(0), submitted(1)), {
      kind: 'watch',
    });
    const rest = play(both, { kind: 'user_abandon', surfaceIds: ['gone'] });
    expect(rest).toMatchObject({ isStopped: true, tally: { unsettled: 1 }, state: { name: 'ready' } });
    expect(cellsOf(rest)).toEqual([1]);
    const over = play(rest, { kind: 'user_abandon', surfaceIds: ['free'] });
    expect(isFinishedBatch(over)).toBe(true);
    // The watch that ended writes nothing more.
    expect(play(over, { kind: 'watched', news: [finished(0, 'succeeded')] })).toBe(over);
  });

  it('continues on other servers while one is removed, and pauses without a failed cell once none is left', () => {
    const batch = makeBatch({ surfaceIds: ['gone', 'free'], limit: 3 });
    const other = play(
      batch,
      { kind: 'start' },
      { kind: 'started', unstored: ['batch.0.1'], removedServers: ['gone'] },
      ...watched(submitted(1)),
      { kind: 'start' },
    );
    expect(other.inFlight.map(({ surfaceId, cell }) => [surfaceId, cell])).toEqual([
      ['free', 1],
      ['free', 0],
      ['free', 2],
    ]);
    const none = play(other, { kind: 'started', unstored: ['batch.0.1', 'batch.2.1'], removedServers: ['free'] });
    expect(none).toMatchObject({ isPaused: true, pauseReason: 'removed', inFlight: [{ cell: 1 }], tally: batch.tally });
    const resumed = play(none, { kind: 'user_resume' }, { kind: 'start' });
    expect(cellsOf(resumed)).toEqual([1, 0, 2]);
  });

  const shown = { cell: 0, attempt: 1, surfaceId: 'local', entryId: 'batch.0.1' };

  it('gives a cell in flight the outcome that the user has chosen, which is no failure in a row', () => {
    const four = play(
      makeBatch({ limit: 1, count: 20 }),
      ...[0, 1, 2, 3].flatMap((cell) => run(cell, 'failed')),
      ...START,
    );
    const cell = { ...shown, cell: 4, entryId: 'batch.4.1', jobId: null, outcome: 'sending' as const };
    const settled = play(four, { kind: 'user_settle', cell, as: 'failed' });
    expect(settled.inFlight).toMatchObject([{ cell: 4, settledAs: 'failed' }]);
    const done = play(settled, ...watched(finished(4, 'failed')));
    expect(done).toMatchObject({ isPaused: false, tally: { failed: 5 } });
    // The server answered first: the job decides.
    expect(play(settled, ...watched(submitted(4))).inFlight).not.toMatchObject([{ settledAs: 'failed' }]);
  });

  it('counts a finished cell with an unknown outcome again once it is marked, however often', () => {
    const ended = play(makeBatch({ limit: 1, count: 1 }), ...run(0, 'unsettled'));
    const mark: BatchEvent = {
      kind: 'user_settle',
      cell: { ...shown, jobId: 'job-0', outcome: 'unsettled' },
      as: 'succeeded',
    };
    const marked = play(ended, mark, mark);
    expect(marked).toMatchObject({ tally: { unsettled: 0 }, inFlight: [{ jobId: 'job-0', settledAs: 'succeeded' }] });
    const done = play(marked, ...watched(finished(0, 'succeeded')));
    expect(done.tally).toMatchObject({ unsettled: 0, succeeded: 1 });
    expect(isFinishedBatch(done)).toBe(true);
    expect(play(done, mark)).toBe(done);
    const failed = play(makeBatch({ limit: 1, count: 1 }), ...run(0, 'failed'));
    expect(play(failed, { ...mark, cell: { ...mark.cell, outcome: 'failed' } })).toBe(failed);
  });

  it('starts nothing after it was stopped, not even a cell whose submission was not stored', () => {
    const starting = play(makeBatch(), { kind: 'start' }, { kind: 'user_stop' });
    expect(starting.inFlight).toMatchObject([{ cell: 0, isWithdrawn: true }]);
    const stopped = play(starting, { kind: 'resume' }, ...watched({ kind: 'missing', entryId: 'batch.0.1' }));
    expect(stopped.retries).toEqual([]);
    expect(isFinishedBatch(stopped)).toBe(true);
    expect(unstartedCells(stopped)).toBe(4);
    expect(play(stopped, { kind: 'user_resume' })).toBe(stopped);
  });

  it('runs a retry with its next attempt, also after it was stopped, and counts the last outcome only', () => {
    const stopped = play(makeBatch({ limit: 1 }), ...run(0, 'failed'), { kind: 'user_stop' });
    const queued = { cell: 0, attempt: 2, retryOf: 'failed' as const };
    const retried = play(stopped, { kind: 'user_retry', cells: [queued] });
    expect(retried.tally.failed).toBe(0);
    expect(retried.finishedAt).toBeNull();
    const done = play(retried, ...run(0, 'succeeded', 2));
    expect(done.tally).toMatchObject({ succeeded: 1, failed: 0 });
    expect(isFinishedBatch(done)).toBe(true);
  });

  it('plans a cell for retry once, however often the button is clicked', () => {
    const failed = play(makeBatch({ limit: 1 }), ...run(0, 'failed'));
    const retry: BatchEvent = { kind: 'user_retry', cells: [{ cell: 0, attempt: 2, retryOf: 'failed' }] };
    const once = play(failed, retry);
    expect(play(once, retry)).toBe(once);
    const started = play(once, ...START);
    expect(play(started, retry)).toBe(started);
    expect(play(failed, { kind: 'user_retry', cells: [{ cell: 3, attempt: 2, retryOf: 'failed' }] })).toBe(failed);
  });

  it('counts the previous outcome again if a stop drops a retry', () => {
    const failed = play(makeBatch({ limit: 1 }), ...run(0, 'failed'), { kind: 'user_pause' });
    const retry: BatchEvent = { kind: 'user_retry', cells: [{ cell: 0, attempt: 2, retryOf: 'failed' }] };
    const stopped = play(failed, retry, { kind: 'user_stop' });
    expect(stopped.tally.failed).toBe(1);
    expect(stopped.retries).toEqual([]);
    const starting = play(failed, retry, { kind: 'user_resume' }, { kind: 'start' }, { kind: 'user_stop' });
    expect(play(starting, { kind: 'started', unstored: ['batch.0.2'] }).tally.failed).toBe(1);
  });

  it('applies a new limit at once', () => {
    const full = play(makeBatch(), ...START, ...watched(submitted(0)), ...START, ...watched(submitted(1)));
    expect(action(play(full, { kind: 'user_limit', limit: 3 }))).toBe('start');
    expect(play(full, { kind: 'user_limit', limit: 0 }).limit).toBe(1);
    expect(play(full, { kind: 'user_limit', limit: 2 })).toBe(full);
  });
});
