import { expect, test } from 'vitest';
import { toastDuration } from './toasts';

test('toasts time out within 15 s, errors too, unless they need a choice', () => {
  expect(toastDuration({ tone: 'ok' })).toBe(6000);
  expect(toastDuration({ tone: 'bad' })).toBe(15_000);
  expect(toastDuration({ tone: 'neutral', action: { label: 'Undo', onSelect: () => undefined } })).toBe(15_000);
  expect(toastDuration({ tone: 'warn', stays: true })).toBeGreaterThan(3_600_000);
});
