import { describe, expect, it } from 'vitest';
import { makeCell } from '../testing/make-cell';
import { CELL_ACTION_IDS, cellOffer, comparisonReason, type CellActionId, type CellSituation } from './cell-actions';

const UNSENT: CellSituation = {
  record: null,
  isServerRemoved: false,
  isElsewhere: false,
  selectedCount: 0,
  isCompared: false,
};
const DONE: CellSituation = {
  ...UNSENT,
  record: makeCell({ outcome: 'succeeded', jobId: 'job', finishedAt: 2 }),
};
const RUNNING: CellSituation = { ...UNSENT, record: makeCell({ outcome: 'running', jobId: 'job', finishedAt: null }) };

/** Returns the label of each action that is shown, or the reason why it does nothing. */
const menuOf = (situation: CellSituation) =>
  CELL_ACTION_IDS.flatMap((id) => {
    const { label, isShown, reason } = cellOffer(id, situation);
    return isShown ? [reason === null ? label : `${label}: ${reason}`] : [];
  });

describe('the actions on a cell', () => {
  it('need a job, except for those on the cell itself', () => {
    const noJob = 'This cell has no job.';
    expect(menuOf(UNSENT)).toEqual([
      `Open job: ${noJob}`,
      `Star: ${noJob}`,
      `Add to comparison: ${noJob}`,
      `Use in a workflow…: ${noJob}`,
      'Select',
      'Run again: It has not finished yet.',
      'Edit and run',
    ]);
  });

  it('ask before a cell that has succeeded runs again, and cancel one that runs', () => {
    expect(menuOf(DONE)).toEqual([
      'Open job',
      'Star',
      'Add to comparison',
      'Use in a workflow…',
      'Select',
      'Run again…',
      'Edit and run',
    ]);
    expect(menuOf(RUNNING)).toEqual(expect.arrayContaining(['Run again: It has not finished yet.', 'Cancel']));
  });

  it('say that the server was removed, and let the user mark what cannot be read', () => {
    const removed = { ...RUNNING, isServerRemoved: true };
    for (const id of ['open-job', 'star', 'compare', 'input'] satisfies CellActionId[])
      expect(cellOffer(id, removed).reason).toBe('Its server was removed.');
    expect([cellOffer('mark', removed).isShown, cellOffer('cancel', removed).isShown]).toEqual([true, false]);
    expect(cellOffer('compare', { ...removed, isCompared: true })).toMatchObject({
      label: 'Remove from comparison',
      reason: null,
    });
  });

  it('leave to the browser that runs the batch what only that one can do', () => {
    const failed = { ...UNSENT, record: makeCell({ outcome: 'failed', jobId: 'job', finishedAt: 2 }) };
    const unsettled = { ...UNSENT, record: makeCell({ outcome: 'unsettled', jobId: 'job', finishedAt: 2 }) };
    // It runs again in a new batch of this browser, which is asked about first.
    expect(cellOffer('run-again', failed).label).toBe('Run again');
    expect(cellOffer('run-again', { ...failed, isElsewhere: true }).label).toBe('Run again…');
    for (const situation of [unsettled, { ...RUNNING, isServerRemoved: true }]) {
      expect(cellOffer('mark', situation).isShown).toBe(true);
      expect(cellOffer('mark', { ...situation, isElsewhere: true }).isShown).toBe(false);
    }
  });

  it('apply to all selected cells if it is one of several', () => {
    expect(cellOffer('run-again', { ...RUNNING, selectedCount: 3 })).toMatchObject({
      label: 'Run 3 again…',
      reason: null,
    });
    expect(cellOffer('select', { ...DONE, selectedCount: 1 }).label).toBe('Remove from selection');
  });

  it('compare at least two cells', () => {
    expect([0, 1, 2, 4].map((count) => comparisonReason(count) === null)).toEqual([false, false, true, true]);
  });
});
