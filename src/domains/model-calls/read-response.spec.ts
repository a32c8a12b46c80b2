import { LosslessNumber } from '@contract/json/lossless';
import { describe, expect, it } from 'vitest';
import { fieldErrorsOf, isCutInHead, readFailure } from './read-response';

describe('an empty response', () => {
  it('counts as a lost connection unless its headers state that it is empty', () => {
    expect(isCutInHead(0, new Headers({ 'x-service-request-id': 'r' }))).toBe(true);
    expect(isCutInHead(0, new Headers({ 'content-length': '12' }))).toBe(true);
    expect(isCutInHead(0, new Headers({ 'content-length': '0' }))).toBe(false);
  });

  it('is not one that has bytes, whatever its headers state', () => {
    expect(isCutInHead(2, new Headers())).toBe(false);
  });
});

describe('the field errors of a rejection', () => {
  const error =
    '{"loc":["body","seed"],"msg":"Too large","type":"less_than","ctx":{"lt":1.0},"input":18446744073709551615}';

  it('have every digit of a rejected value and its bound, and are read once', () => {
    const failure = readFailure(422, new Headers(), `{"detail":[${error},{"loc":"broken"}]}`, 0);
    const [first, ...others] = fieldErrorsOf(failure);
    expect(first).toMatchObject({
      loc: ['body', 'seed'],
      ctx: { lt: new LosslessNumber('1.0') },
      input: new LosslessNumber('18446744073709551615'),
    });
    expect(others).toEqual([]);
    expect(fieldErrorsOf(failure)).toBe(fieldErrorsOf(failure));
  });

  it('are stored with the run if the body is too long to be stored in full', () => {
    const failure = readFailure(422, new Headers(), `{"detail":[${error}],"trace":"${'x'.repeat(300_000)}"}`, 0);
    expect(fieldErrorsOf(structuredClone(failure))).toMatchObject([
      { msg: 'Too large', input: 18_446_744_073_709_552_000 },
    ]);
  });
});
