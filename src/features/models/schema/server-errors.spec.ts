import { expect, it } from 'vitest';
import { echoedMessages } from './server-errors';

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
