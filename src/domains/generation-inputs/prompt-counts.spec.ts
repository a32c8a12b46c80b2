import { expect, test } from 'vitest';
import { PromptCounts } from './prompt-counts';

test('prompts that differ in spaces and capital letters are one, in the spelling of the newest run', () => {
  const counts = new PromptCounts<number>();
  counts.add(['A Fox'], 3);
  counts.add(['', 'a reef'], 2);
  counts.add([' a  fox ', 'A FOX'], 1);
  expect(counts.list()).toEqual([
    { text: 'A Fox', runs: 2, newest: [3, 1] },
    { text: 'a reef', runs: 1, newest: [2] },
  ]);
});
