import { expect, test } from 'vitest';
import { browserOnlyNote, keptWhere } from './kept-where';

test('stars, ratings and tags are kept by Flowdeck gateways, and otherwise by this browser', () => {
  const [gateway, managed] = [{ kind: 'gateway' }, { kind: 'managed' }] as const;
  expect([keptWhere(gateway), keptWhere(managed), keptWhere(gateway, managed)]).toEqual([
    'Kept on the gateway, for all your browsers.',
    'Stored in this browser only.',
    'Kept on the gateway, and in this browser only for jobs of other servers.',
  ]);
});

test('the note names the servers whose stars, ratings and tags this browser alone keeps', () => {
  const gateway = { kind: 'gateway', name: 'This machine' } as const;
  const [studio, cloud] = [
    { kind: 'self-hosted', name: 'Studio' },
    { kind: 'managed', name: 'Cloud' },
  ] as const;
  expect(browserOnlyNote(gateway)).toBeNull();
  expect(browserOnlyNote(gateway, studio, cloud)).toBe(
    'Stars, ratings and tags of jobs on Studio and Cloud stay in this browser.',
  );
});
