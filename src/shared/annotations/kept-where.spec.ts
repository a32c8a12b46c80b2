import { expect, test } from 'vitest';
import { keptWhere } from './kept-where';

test('stars, ratings and tags are kept by Flowdeck gateways, and otherwise by this browser', () => {
  const [gateway, managed] = [{ kind: 'gateway' }, { kind: 'managed' }] as const;
  expect([keptWhere(gateway), keptWhere(managed), keptWhere(gateway, managed)]).toEqual([
    'Kept on the gateway, for all your browsers.',
    'Stored in this browser only.',
    'Kept on the gateway, and in this browser only for jobs of other servers.',
  ]);
});
