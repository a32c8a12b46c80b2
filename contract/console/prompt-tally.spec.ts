import { expect, test } from 'vitest';
import { PromptTally } from './prompt-tally';

test('each prompt is counted once per job, and the newest jobs are kept', () => {
  const tally = new PromptTally<number>();
  for (let job = 9; job > 0; job -= 1) tally.add(['a red fox'], job);
  tally.add(['a hare', 'a red fox', 'a hare', ''], 0);
  expect(tally.find('')).toEqual([
    { key: 'a red fox', runs: 10, newest: [9, 8, 7, 6, 5] },
    { key: 'a hare', runs: 1, newest: [0] },
  ]);
});

test('a text finds the prompts with all of its words', () => {
  const tally = new PromptTally<number>();
  tally.add(['a red fox'], 2);
  tally.add(['a red hare'], 1);
  const find = (text: string) => tally.find(text).map(({ key }) => key);
  expect(find(' FOX  red ')).toEqual(['a red fox']);
  expect(find('red')).toEqual(['a red fox', 'a red hare']);
  expect(find('foxes')).toEqual([]);
});
