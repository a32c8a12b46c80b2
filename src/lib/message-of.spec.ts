import { expect, it } from 'vitest';
import { messageOf } from './message-of';

it('what was thrown has a message in any case', () => {
  expect(messageOf(new TypeError('Failed to fetch'), 'Try again.')).toBe('Failed to fetch');
  expect(messageOf(new Error(''), 'Try again.')).toBe('Try again.');
  expect(messageOf('a text')).toBe('a text');
  expect(messageOf(undefined, 'Try again.')).toBe('Try again.');
});
