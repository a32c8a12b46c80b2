import { LosslessNumber } from '@contract/json/lossless';
import { expect, it } from 'vitest';
import { readFailure } from '@/domains/model-calls/read-response';
import { echoedErrors, echoedMessages } from './server-errors';

const fault =
  '{"loc":["body","seed"],"msg":"Too large","type":"less_than","ctx":{"lt":1.0},"input":18446744073709551615}';

it('keeps every digit of a rejected value and its bound', () => {
  const failure = readFailure(422, new Headers(), `{"detail":[${fault},{"loc":"broken"}]}`, 0);
  expect(failure.faults[0]?.input).toBe(18_446_744_073_709_552_000);
  const [echoed, ...others] = echoedErrors(failure);
  expect(echoed?.input).toEqual(new LosslessNumber('18446744073709551615'));
  expect(echoed).toMatchObject({ loc: ['body', 'seed'], ctx: { lt: new LosslessNumber('1.0') } });
  expect(others).toEqual([]);
});

it('uses the run record if the body was too long to be stored in full', () => {
  const failure = readFailure(422, new Headers(), `{"detail":[${fault}],"trace":"${'x'.repeat(300_000)}"}`, 0);
  expect(echoedErrors(failure)).toBe(failure.faults);
});

it('says the same reason once', () => {
  const messages = (detail: string | null, upstreamDetail: string | null) => {
    const { own, provider } = echoedMessages({ detail, upstreamDetail });
    return [own, provider];
  };
  expect(messages('Nudity.', 'nudity')).toEqual(['Nudity.', null]);
  expect(messages('acme: nudity', 'nudity')).toEqual(['acme: nudity', null]);
  expect(messages('nudity', 'Rejected: nudity (code 3)')).toEqual([null, 'Rejected: nudity (code 3)']);
  expect(messages('acme rejected the input', 'nudity')).toEqual(['acme rejected the input', 'nudity']);
  expect(messages(null, 'nudity')).toEqual([null, 'nudity']);
  expect(messages('nudity', null)).toEqual(['nudity', null]);
  expect(messages(null, null)).toEqual([null, null]);
});
