import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { MESSAGES_PER_TURN, PacedMessages } from './paced-messages';

const COUNT = 3 * MESSAGES_PER_TURN + 5;
const numbers = Array.from({ length: COUNT }, (_, index) => index);

describe('messages that arrive at the same time', () => {
  it('are delivered over several turns, in order', async () => {
    const heard: number[] = [];
    const messages = new PacedMessages<number>((message) => heard.push(message));
    for (const each of numbers) messages.push(each);
    for (let turn = 1; turn <= 3; turn += 1) {
      expect(heard).toHaveLength(turn * MESSAGES_PER_TURN);
      await nextTurn();
    }
    expect(heard).toEqual(numbers);
  });

  it('are all delivered before the exit is reported', async () => {
    const heard: (number | 'end')[] = [];
    const messages = new PacedMessages<number>((message) => heard.push(message));
    for (const each of numbers) messages.push(each);
    messages.whenEmpty(() => heard.push('end'));
    for (let turn = 1; turn <= 4; turn += 1) await nextTurn();
    expect(heard).toEqual([...numbers, 'end']);
  });
});

it('a single message and an exit without pending messages are delivered at once', () => {
  const heard: string[] = [];
  const messages = new PacedMessages<string>((message) => heard.push(message));
  messages.push('a');
  messages.whenEmpty(() => heard.push('end'));
  expect(heard).toEqual(['a', 'end']);
});
