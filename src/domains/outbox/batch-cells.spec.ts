import { beforeEach, describe, expect, it } from 'vitest';
import { entryActions } from './entry-actions';
import { RELEASED, type OutboxEntry, type OutboxState } from './outbox-entry';
import { expiredEntries } from './outbox-journal';
import { maybeSubmitted, openEntries, showEntry, panelEntries, useOutboxView } from './outbox-store';

const DAY_MS = 24 * 3_600_000;
const refusal = { status: 422, code: 'invalid_workflow', message: '', details: null, requestId: null };
const SUBMITTED: OutboxState = { name: 'submitted', jobId: 'j', how: 'found' };
const UNSETTLED: OutboxState = { name: 'unsettled', why: 'stopped', refusal: null };

function cell(state: OutboxState, changes: Partial<OutboxEntry> = {}): OutboxEntry {
  return {
    id: 'batch.0.1',
    surfaceId: 'local',
    key: 'key',
    createdAt: 0,
    title: 'Coral',
    draftId: null,
    workflowText: '{}',
    graphFingerprint: 'f',
    labels: {},
    firstSentAt: 0,
    state,
    isDismissed: false,
    cell: { batchId: 'batch', cell: 0, attempt: 1 },
    ...changes,
  };
}

function single(state: OutboxState): OutboxEntry {
  const { cell: _cell, ...entry } = cell(state);
  return entry;
}

beforeEach(() => useOutboxView.setState({ entries: {} }));

describe('the submission of a batch cell', () => {
  it('stays in storage until its batch has recorded the outcome, longer than any other', () => {
    expect(expiredEntries([single(SUBMITTED)], 2 * DAY_MS)).toEqual(['batch.0.1']);
    expect(expiredEntries([cell(SUBMITTED)], 29 * DAY_MS)).toEqual([]);
    expect(expiredEntries([cell(SUBMITTED)], 31 * DAY_MS)).toEqual(['batch.0.1']);
    expect(expiredEntries([cell(UNSETTLED, { isDismissed: true })], 2 * DAY_MS)).toEqual([]);
    expect(expiredEntries([cell(SUBMITTED, RELEASED)], 0)).toEqual(['batch.0.1']);
  });

  it('is listed only if it needs the user', () => {
    const waiting: OutboxState = { name: 'waiting', until: 0, code: 'queue_full', isProbe: false };
    const unknown: OutboxState = { name: 'unknown', until: 0, looks: 0, hasArrived: false };
    for (const state of [waiting, unknown, SUBMITTED, { name: 'refused' as const, refusal }]) {
      expect(panelEntries({ e: single(state) }, 'local')).toHaveLength(1);
      expect(panelEntries({ e: cell(state) }, 'local')).toEqual([]);
      expect(openEntries({ e: cell(state) }, 'local')).toEqual([]);
    }
    expect(panelEntries({ e: cell(UNSETTLED) }, 'local')).toHaveLength(1);
    expect(maybeSubmitted({ e: cell(UNSETTLED) }, 'local')).toHaveLength(1);
    expect(maybeSubmitted({ e: cell({ ...unknown, isLockedOut: true }) }, 'local')).toHaveLength(1);
  });

  it('leaves the displayed outbox once dismissed', () => {
    showEntry(cell(SUBMITTED));
    expect(Object.keys(useOutboxView.getState().entries)).toEqual(['batch.0.1']);
    showEntry(cell(SUBMITTED, RELEASED));
    expect(useOutboxView.getState().entries).toEqual({});
    showEntry({ ...single(SUBMITTED), isDismissed: true });
    expect(Object.keys(useOutboxView.getState().entries)).toEqual(['batch.0.1']);
  });

  it('cannot be sent as a new run, since that would not belong to the batch', () => {
    expect(entryActions(single(UNSETTLED), 0)).toContain('send_as_new');
    expect(entryActions(cell(UNSETTLED), 0)).not.toContain('send_as_new');
    expect(entryActions(cell(UNSETTLED), 0)).toContain('look');
  });
});
