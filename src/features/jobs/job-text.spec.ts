import { describe, expect, it } from 'vitest';
import { isKnownStatus, JOB_STATUSES, jobCan } from '@contract/jobs/lifecycle';
import type { ListedJob } from '@contract/jobs/schemas';
import { fc } from '@contract/testing/properties';
import { outcomeMessage } from './detail/outcome-message';
import {
  cancelDisabledReason,
  failureNote,
  formatQueuePosition,
  formatStep,
  jobNote,
  lateCancelText,
} from '@/shared/job-text';

const job = (more: Partial<ListedJob>): ListedJob => ({
  id: 'j',
  status: 'running',
  created_at: '2030-01-01T00:00:00Z',
  ...more,
});
const progress = { value: 0.4, nodes_done: 1, nodes_total: 3 };

describe('the job text', () => {
  it('shows the queue position', () => {
    expect([1, 2, 3, 11, 22].map(formatQueuePosition)).toEqual([
      'next in queue',
      '#2 in queue',
      '#3 in queue',
      '#11 in queue',
      '#22 in queue',
    ]);
    expect(formatQueuePosition(null)).toBeNull();
    expect(jobNote(job({ status: 'queued' }))).toBe('waiting');
    expect(jobNote(job({ status: 'queued', queue_position: 1, progress: null }))).toBe('next in queue');
  });

  it('J-2.30: shows what a queued job waits for instead of a position that does not change', () => {
    const message = 'ComfyUI does not respond';
    const waiting = { value: 0, nodes_done: 0, nodes_total: 0, message };
    expect(jobNote(job({ status: 'queued', queue_position: 1, progress: waiting }))).toBe(message);
    expect(jobNote(job({ status: 'queued', queue_position: 1, progress: { ...waiting, message: '' } }))).toBe(
      'next in queue',
    );
  });

  it('shows the position of a job that waits because the queue is paused', () => {
    const paused = { value: 0, nodes_done: 0, nodes_total: 0, message: 'The queue is paused' };
    const held = job({ status: 'queued', queue_position: 2, progress: paused });
    expect(jobNote(held, { isHeld: true })).toBe('#2 in queue · queue paused');
    expect(jobNote(held)).toBe('The queue is paused');
    expect(jobNote(job({ status: 'running', progress }), { isHeld: true })).toBe('1 of 3 nodes');
  });

  it('J-2.28, J-2.29: shows steps with and without a total, or nothing', () => {
    expect(formatStep({ step: 4, steps: 9 })).toBe('step 4 of 9');
    expect(formatStep({ step: 4, steps: null })).toBe('step 4');
    expect(formatStep({ step: null, steps: 9 })).toBeNull();
    expect(formatStep(null)).toBeNull();
  });

  it('shows what runs, with the best data of the surface', () => {
    const sampling = { ...progress, current_node_class: 'KSampler' };
    expect(jobNote(job({ progress: { ...sampling, step: 4, steps: 9 } }))).toBe('4/9 · KSampler');
    expect(jobNote(job({ progress: { ...sampling, step: 0, steps: 9 } }))).toBe('0/9 · KSampler');
    expect(jobNote(job({ progress: { ...sampling, step: 4, steps: null } }))).toBe('step 4 · KSampler');
    expect(jobNote(job({ progress: sampling }))).toBe('KSampler');
    expect(jobNote(job({ progress: { ...progress, message: 'Loading' } }))).toBe('Loading');
    expect(jobNote(job({ progress }))).toBe('1 of 3 nodes');
    expect(jobNote(job({ progress: null }))).toBe('started');
    expect(jobNote(job({ progress }), { isEnding: true })).toBe('finishing');
  });

  it('shows the outcome', () => {
    expect(jobNote(job({ status: 'succeeded', outputs: [] }))).toBe('no outputs');
    expect(jobNote(job({ status: 'canceled', started_at: null }), { start: 'never' })).toBe(
      'canceled before it started',
    );
    expect(jobNote(job({ status: 'canceled', started_at: null }), { start: 'unknown' })).toBe('canceled');
    expect(jobNote(job({ status: 'canceled', started_at: null }), { start: 'ran' })).toBe('canceled while it ran');
    expect(
      jobNote(job({ status: 'canceled', started_at: 'x', progress: { ...progress, step: 118, steps: 300 } })),
    ).toBe('canceled at step 118 of 300');
    expect(jobNote(job({ status: 'expired', started_at: 'x' }))).toBe('expired while running');
    expect(jobNote(job({ status: 'novel' }))).toBe('unknown status');
  });

  it('J-3.20: describes an expired job as canceled only after a local cancel, and only before it started', () => {
    const canceled = { wasCanceledHere: true, start: 'never' } as const;
    expect(jobNote(job({ status: 'expired' }), canceled)).toBe('canceled before it started');
    expect(jobNote(job({ status: 'expired' }), { ...canceled, start: 'unknown' })).toBe('canceled');
    expect(jobNote(job({ status: 'expired' }))).toBe('expired');
    expect(jobNote(job({ status: 'expired', started_at: 'x' }), { wasCanceledHere: true })).toBe(
      'expired while running',
    );
    expect(outcomeMessage(job({ status: 'expired' }), canceled)).toContain('"expired"');
    expect(outcomeMessage(job({ status: 'expired' }), { wasCanceledHere: true })).toBe(
      'Canceled. This server reports such a job as "expired".',
    );
  });

  it('J-3.20: does not describe an expired job as finished before a local cancel, unless it had started', () => {
    expect(lateCancelText({ status: 'expired', started_at: null })).toBeNull();
    expect(lateCancelText({ status: 'canceled', started_at: 'x' })).toBeNull();
    expect(lateCancelText({ status: 'canceling', started_at: 'x' })).toBeNull();
    expect(lateCancelText({ status: 'expired', started_at: 'x' })).toBe('had already ended: expired');
    expect(lateCancelText({ status: 'succeeded', started_at: 'x' })).toBe('had already ended: succeeded');
  });

  it('J-3.17: gives a reason for each job that cannot be canceled, also for an unknown status', () => {
    for (const one of JOB_STATUSES) expect(cancelDisabledReason(one) === null).toBe(jobCan.cancel(one));
    const foreign = fc.string().filter((text) => !isKnownStatus(text));
    fc.assert(fc.property(foreign, (text) => cancelDisabledReason(text)?.includes(text) === true));
  });

  it('names the class of the node that failed, without its ID', () => {
    expect(
      failureNote({ error: { code: 'c', message: 'sizes differ', class_type: 'ImageBlend', node_id: '12' } }),
    ).toBe('ImageBlend: sizes differ');
    expect(failureNote({ error: { code: 'c', message: 'sizes differ', node_id: '12' } })).toBe('sizes differ');
    expect(failureNote({ error: { code: 'gpu_gone', message: '' } })).toBe('gpu_gone');
    expect(failureNote({ error: null })).toBe('failed without an error message');
  });

  it('shows the remaining work', () => {
    const output = { id: 'o' } as NonNullable<ListedJob['outputs']>[number];
    expect(outcomeMessage(job({ status: 'canceled', started_at: 'x', outputs: [output] }))).toBe(
      'Canceled while it ran. The output committed before that is kept.',
    );
    expect(outcomeMessage(job({ status: 'canceled', started_at: null }))).toBe('Canceled.');
    expect(outcomeMessage(job({ status: 'canceled', started_at: null }), { start: 'never' })).toBe(
      'Canceled before it started. Nothing was run.',
    );
    expect(outcomeMessage(job({ status: 'succeeded', outputs: [output] }))).toBeNull();
    expect(outcomeMessage(job({ status: 'running' }))).toBeNull();
  });
});
