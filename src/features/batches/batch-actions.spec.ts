import { describe, expect, it } from 'vitest';
import type { BatchEntry } from '@/domains/batches/batch-entry';
import { makeBatch } from '@/domains/batches/testing/make-batch';
import { BATCH_ACTION_IDS, batchOffer, type BatchFacts } from './batch-actions';

const NO_FACTS: BatchFacts = { failedCount: 0, favoriteCount: 0, obstacle: null };
const ALWAYS = ['Open the draft', 'Edit as new sweep…', 'Export…', 'Rename…', 'Delete…'];

/** Returns the label of each action that is shown. */
const menuOf = (change: Partial<BatchEntry>, facts: Partial<BatchFacts> = {}) =>
  BATCH_ACTION_IDS.flatMap((id) => {
    const { label, isShown } = batchOffer(id, makeBatch(change), { ...NO_FACTS, ...facts });
    return isShown ? [label] : [];
  });

describe('the actions on a batch', () => {
  it('pause and stop it while cells are left to send, and resume it while it is paused', () => {
    expect(menuOf({})).toEqual(['Pause', 'Stop…', ...ALWAYS]);
    expect(menuOf({ isPaused: true })).toEqual(['Resume', 'Stop…', ...ALWAYS]);
    expect(menuOf({ next: 4 })).toEqual(ALWAYS);
    expect(menuOf({ next: 4, isPaused: true })).toEqual(ALWAYS);
    expect(menuOf({ next: 2, isStopped: true })).toEqual(ALWAYS);
  });

  it('run failed cells and favorites again, if there are any', () => {
    expect(menuOf({ next: 4 }, { failedCount: 1200, favoriteCount: 1 })).toEqual([
      'Retry failed (1,200)',
      'Run favorites again…',
      ...ALWAYS,
    ]);
  });

  it('leave to the browser that runs the batch what only that one can do', () => {
    const elsewhere = { seenAt: 0 };
    expect(menuOf({ elsewhere }, { failedCount: 2 })).toEqual(ALWAYS);
    expect(menuOf({ elsewhere, isPaused: true }, { favoriteCount: 1 })).toEqual(['Run favorites again…', ...ALWAYS]);
  });

  it('make a new sweep only of a batch that varies an input', () => {
    expect(menuOf({ next: 4, axes: [] })).not.toContain('Edit as new sweep…');
  });

  it('say why it cannot be deleted', () => {
    const obstacle = 'Stop it in the browser that runs it first.';
    expect(batchOffer('delete', makeBatch(), { ...NO_FACTS, obstacle }).reason).toBe(obstacle);
    expect(batchOffer('rename', makeBatch(), { ...NO_FACTS, obstacle }).reason).toBeNull();
  });
});
