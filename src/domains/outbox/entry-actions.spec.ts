import { describe, expect, it } from 'vitest';
import { entryActions } from './entry-actions';
import type { OutboxEntry, OutboxState } from './outbox-entry';
import { KEY_LIFETIME_MS } from '../journal/key-age';

const rejection = { status: 401, code: 'unauthorized', message: '', details: null, requestId: null };

function actions(state: OutboxState, now = 1000) {
  return entryActions({ state, firstSentAt: 1000, draftId: 'd' } as OutboxEntry, now);
}

describe('the actions for an outbox entry', () => {
  it('J-4.41: include a new idempotency key only if the outcome is unknown', () => {
    const states: OutboxState[] = [
      { name: 'pending', isProbe: false },
      { name: 'sending', isProbe: true },
      { name: 'waiting', until: 0, code: 'queue_full', isProbe: true },
      { name: 'unknown', until: 0, looks: 0, hasArrived: true },
      { name: 'probing', looks: 0, hasArrived: false },
      { name: 'refused', refusal: rejection },
      { name: 'canceled' },
      { name: 'submitted', jobId: 'j', how: 'found' },
    ];
    for (const state of states) expect(actions(state)).not.toContain('send_as_new');
    expect(actions({ name: 'unsettled', why: 'stopped', refusal: null })).toContain('send_as_new');
  });

  it('include a retry with the same key only while it is valid and can decide the outcome', () => {
    const unknown: OutboxState = { name: 'unknown', until: 9000, looks: 0, hasArrived: false };
    expect(actions(unknown)).toEqual(['look', 'ask', 'stop']);
    expect(actions({ ...unknown, hasArrived: true })).toEqual(['look', 'stop']);
    expect(actions({ ...unknown, isLockedOut: true })).toEqual(['look', 'stop']);
    expect(actions(unknown, KEY_LIFETIME_MS)).toEqual(['look', 'stop']);
    expect(actions({ name: 'unsettled', why: 'check_refused', refusal: rejection })).toContain('ask');
    expect(actions({ name: 'unsettled', why: 'foreign_refusal', refusal: rejection })).toContain('ask');
    expect(actions({ name: 'unsettled', why: 'taken_but_not_listed', refusal: null })).not.toContain('ask');
  });

  it('include "cancel" only if certainly no job was created', () => {
    expect(actions({ name: 'waiting', until: 0, code: 'queue_full', isProbe: false })).toEqual(['cancel']);
    expect(actions({ name: 'waiting', until: 0, code: 'queue_full', isProbe: true })).toEqual(['stop']);
    expect(actions({ name: 'sending', isProbe: false })).toEqual([]);
  });
});
