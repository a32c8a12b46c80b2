import { describe, expect, it } from 'vitest';
import type { Progress } from '@contract/jobs/schemas';
import { forwardProgress } from './merge-job';

function progress(value: number, step: number, message: string | null = null): Progress {
  return { value, nodes_done: 0, nodes_total: 1, current_node: '1', step, steps: 400, message };
}

describe('forwardProgress', () => {
  it('discards fraction and step of a late response together', () => {
    expect(forwardProgress(progress(0.05, 20), progress(0.0075, 3))).toMatchObject({ value: 0.05, step: 20 });
  });

  it('accepts any decrease if the run reports a restart', () => {
    const again = progress(0.0075, 3, 'Started again after a restart');
    expect(forwardProgress(progress(0.05, 20), again)).toEqual(again);
  });

  it('returns newer progress unchanged', () => {
    expect(forwardProgress(progress(0.05, 20), progress(0.06, 24))).toMatchObject({ value: 0.06, step: 24 });
  });
});
