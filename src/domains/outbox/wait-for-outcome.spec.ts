import { afterEach, expect, it } from 'vitest';
import type { OutboxEntry, OutboxState } from '@/domains/outbox/outbox-entry';
import { showEntry, useOutboxView } from '@/domains/outbox/outbox-store';
import { waitForOutcome } from './wait-for-outcome';

const show = (state: OutboxState) => showEntry({ id: 'a', state } as OutboxEntry);
const sending: OutboxState = { name: 'sending', isProbe: false };
const submitted: OutboxState = { name: 'submitted', jobId: 'j', how: 'answered' };

afterEach(() => {
  useOutboxView.setState({ entries: {} });
});

it('continues to wait while the outcome is unknown', async () => {
  show({ name: 'pending', isProbe: false });
  const decided = waitForOutcome('a');
  show(sending);
  show(submitted);
  expect(await decided).toEqual(submitted);
  expect(await waitForOutcome('a')).toEqual(submitted);
});

it('returns the last state if the entry leaves the outbox', async () => {
  show(sending);
  const decided = waitForOutcome('a');
  useOutboxView.setState({ entries: {} });
  expect(await decided).toEqual(sending);
});

it('returns the last state after the timeout', async () => {
  show(sending);
  const patience = new AbortController();
  const decided = waitForOutcome('a', patience.signal);
  patience.abort();
  expect(await decided).toEqual(sending);
  expect(await waitForOutcome('a', patience.signal)).toEqual(sending);
});
