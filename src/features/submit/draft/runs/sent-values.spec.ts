import { expect, test } from 'vitest';
import type { OutboxEntry } from '@/domains/outbox/outbox-entry';
import { lastSentText, usedTexts } from './sent-values';

const SEED = { nodeId: '1', name: 'seed' };

function entry(id: string, seed: string, more: Partial<OutboxEntry> = {}): OutboxEntry {
  return {
    id,
    surfaceId: 'local',
    key: id,
    createdAt: 1,
    title: 'x',
    draftId: 'draft',
    workflowText: `{"1":{"class_type":"Noise","inputs":{"seed":${seed}}}}`,
    graphFingerprint: '',
    labels: {},
    firstSentAt: 1,
    state: { name: 'submitted', jobId: id, how: 'answered' },
    isDismissed: true,
    ...more,
  };
}
const last = (...entries: OutboxEntry[]) =>
  lastSentText(Object.fromEntries(entries.map((one) => [one.id, one])), 'draft', SEED);

test('the last job of a draft has the value that was sent, with every digit', () => {
  const batch = (index: number) => ({ batch: { id: 'click', index, count: 2 } });
  expect(last()).toBeNull();
  expect(last(entry('a', '18446744073709551615'))).toBe('18446744073709551615');
  expect(last(entry('a', '2', { createdAt: 2 }), entry('b', '1'))).toBe('2');
  expect(last(entry('a', '2', batch(1)), entry('b', '1', batch(0)))).toBe('2');
});

test('runs of other drafts and runs that became no job do not count', () => {
  const other = entry('b', '2', { createdAt: 2, draftId: 'other' });
  const canceled = entry('c', '3', { createdAt: 3, state: { name: 'canceled' } });
  expect(last(entry('a', '1'), other, canceled)).toBe('1');
  expect(lastSentText({ a: entry('a', '1') }, 'draft', { nodeId: '1', name: 'x' })).toBeNull();
});

test('the used values are those of the jobs of a draft, newest first, each once', () => {
  const used = (...entries: OutboxEntry[]) =>
    usedTexts(Object.fromEntries(entries.map((one) => [one.id, one])), 'draft', SEED);
  const at = (id: string, seed: string, createdAt: number) => entry(id, seed, { createdAt });
  expect(used()).toEqual([]);
  expect(used(at('a', '1', 1), at('b', '2', 2), at('c', '1', 3), at('d', '3', 4))).toEqual(['3', '1', '2']);
  const many = Array.from({ length: 15 }, (_, index) => at(String(index), String(index), index));
  expect(used(...many)).toEqual(['14', '13', '12', '11', '10', '9', '8', '7', '6', '5']);
});
