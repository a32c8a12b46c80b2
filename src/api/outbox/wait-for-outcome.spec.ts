import { afterEach, expect, it } from 'vitest';
import type { OutboxEntry } from '@/api/outbox/outbox-entry';
import type { OutboxState } from '@/api/outbox/outbox-state';
import { showEntry, useOutboxView } from '@/api/outbox/outbox-store';
import { untilDecided } from './wait-for-outcome';

const show = (state: OutboxState) => showEntry({ id: 'a', state } as OutboxEntry);
const sending: OutboxState = { name: 'sending', isProbe: false };
const submitted: OutboxState = { name: 'submitted', jobId: 'j', how: 'answered' };

afterEach(() => {
  useOutboxView.setState({ entries: {} });
});

it('waits past what says nothing yet', async () => {
  show({ name: 'pending', isProbe: false });
  const decided = untilDecided('a');
  show(sending);
  show(submitted);
  expect(await decided).toEqual(submitted);
  expect(await untilDecided('a')).toEqual(submitted);
});

it('ends with what was seen last where the entry leaves the outbox', async () => {
  show(sending);
  const decided = untilDecided('a');
  useOutboxView.setState({ entries: {} });
  expect(await decided).toEqual(sending);
});

it('ends with what was seen last where patience does', async () => {
  show(sending);
  const patience = new AbortController();
  const decided = untilDecided('a', patience.signal);
  patience.abort();
  expect(await decided).toEqual(sending);
  expect(await untilDecided('a', patience.signal)).toEqual(sending);
});
