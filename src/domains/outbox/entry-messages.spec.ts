import { describe, expect, it } from 'vitest';
import { ERROR_CODES } from '@contract/jobs/error-codes';
import type { OutboxEntry, OutboxState } from './outbox-entry';
import { entryMessages, statusAnnouncement } from './entry-messages';
import { KNOWN_CODES, submitErrorMessages } from './submit-error-messages';

const ENTRY: Omit<OutboxEntry, 'state'> = {
  id: 'e',
  surfaceId: 'local',
  key: 'k',
  createdAt: 0,
  title: 't',
  draftId: null,
  workflowText: '{}',
  graphFingerprint: '',
  labels: {},
  firstSentAt: null,
  isDismissed: false,
};

function say(state: OutboxState, now = 0): string {
  const { title, explanation, code } = entryMessages({ ...ENTRY, state }, 'This machine', now);
  return [title, explanation, code].filter(Boolean).join(' | ');
}

const rejection = (code: string, status: number) => ({
  status,
  code,
  message: 'The surface says so.',
  details: null,
  requestId: 'r-1',
});

describe('the messages for a submission', () => {
  it('J-7.19: distinguish causes of a 429 by their code alone', () => {
    const waiting = (code: string) => say({ name: 'waiting', until: 2500, code, isProbe: false });
    expect(waiting('queue_full')).toBe(
      'The queue is full. Retrying in 3 s | Submits when other jobs have finished. Not submitted yet.',
    );
    expect(waiting('deployment_not_ready')).toMatch(/^The deployment is starting/);
    expect(waiting('novel_wait')).toContain('novel_wait');
  });

  it('ask the user to sign in if the surface requires it', () => {
    const state: OutboxState = { name: 'unknown', until: 0, looks: 1, hasArrived: false, isLockedOut: true };
    expect(say(state)).toMatch(/^Unconfirmed \| Sign in to find out/);
    expect(say(state)).not.toContain('No response');
    expect(statusAnnouncement({ ...ENTRY, state })).toMatch(/^Sign in/);
  });

  it('never claim that nothing was submitted while that is unknown', () => {
    const open: OutboxState[] = [
      { name: 'waiting', until: 0, code: 'queue_full', isProbe: true },
      { name: 'unknown', until: 0, looks: 0, hasArrived: false },
      { name: 'probing', looks: 0, hasArrived: false },
      { name: 'unsettled', why: 'check_refused', refusal: rejection('unauthorized', 401) },
      { name: 'unsettled', why: 'stopped', refusal: null },
    ];
    for (const state of open) expect(say(state)).not.toMatch(/nothing was submitted|not submitted|no job was created/i);
  });

  it('J-4.42: claim no job for an idempotency key that the surface keeps after an error of its own', () => {
    for (const why of ['taken_but_not_listed', 'taken_and_no_list'] as const) {
      const said = say({ name: 'unsettled', why, refusal: null });
      expect(said).toMatch(/received the request, but .*: the job may or may not exist\. Submitting it as a new run/);
      expect(said).not.toMatch(/has (?:it|this run)/);
    }
  });

  it('J-7.03, J-7.11, J-7.14: give a hint for known rejections', () => {
    const rejected = (code: string, status: number) => say({ name: 'refused', refusal: rejection(code, status) });
    expect(rejected('workflow_format_ui', 422)).toMatch(/Export \(API\)/);
    expect(rejected('insufficient_credits', 402)).toMatch(/no credits left.*workflow is saved/);
    expect(rejected('deployment_stopped', 422)).toMatch(/operator/);
  });

  it('J-9.07: show an unknown code with its message and the request id', () => {
    expect(say({ name: 'refused', refusal: rejection('novel_error', 422) })).toBe(
      'Run rejected | The surface says so. Nothing was submitted or charged. Your workflow is saved. | 422 novel_error, request r-1',
    );
  });

  it('end the message of the server before they continue', () => {
    for (const code of ['novel_error', 'invalid_workflow']) {
      const said = say({ name: 'refused', refusal: { ...rejection(code, 422), message: 'At least 16' } });
      expect(said).toContain('At least 16. Nothing was submitted or charged.');
    }
  });

  it('exist for every code of the contract, with cause, meaning and hint', () => {
    expect(KNOWN_CODES.toSorted()).toEqual(Object.keys(ERROR_CODES).toSorted());
    const titles = new Set(KNOWN_CODES.map((code) => submitErrorMessages(code)?.title));
    expect(titles.size).toBe(KNOWN_CODES.length);
    for (const code of KNOWN_CODES) {
      const said = say({ name: 'refused', refusal: rejection(code, 422) });
      expect(said).toMatch(/Nothing was submitted/);
      expect(said).toContain(submitErrorMessages(code)?.now);
    }
    expect(say({ name: 'refused', refusal: rejection('idempotency_key_reuse', 422) })).not.toContain('or charged');
    expect(say({ name: 'refused', refusal: rejection('constructor', 422) })).toMatch(/^Run rejected/);
  });

  it('are announced once per state, regardless of the countdown', () => {
    const waiting: OutboxState = { name: 'waiting', until: 9000, code: 'queue_full', isProbe: false };
    expect(statusAnnouncement({ ...ENTRY, state: waiting })).toBe('Run queued');
  });
});
