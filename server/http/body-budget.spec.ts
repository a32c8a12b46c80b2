import { expect, test } from 'vitest';
import { BodyBudget } from './body-budget';
import { HttpError } from './http-error';

const KB = 1024;

test('concurrent bodies in memory share a limit, and release their share', () => {
  const budget = new BodyBudget(1000 * KB);
  const [first, second] = [budget.open(), budget.open()];
  first.add(600 * KB);
  second.add(300 * KB);
  expect(() => second.add(200 * KB)).toThrow(HttpError);
  second.release();
  first.add(400 * KB);
  first.release();
  first.release();
  const third = budget.open();
  third.add(1000 * KB);
  expect(() => budget.open().add(257 * KB)).toThrow('Too many large submissions');
});

test('small bodies are not counted', () => {
  const budget = new BodyBudget(300 * KB);
  const large = budget.open();
  large.add(300 * KB);
  for (let time = 0; time < 100; time += 1) budget.open().add(256 * KB);
  large.release();
  expect(() => budget.open().add(300 * KB)).not.toThrow();
});
