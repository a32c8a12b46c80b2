import { expect, it } from 'vitest';
import { derivedKey } from './derived-key';

it('J-4.44: a derived key is a UUID, the same for the same id and another for another id', async () => {
  const key = await derivedKey('batch.1.1');
  expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(await derivedKey('batch.1.1')).toBe(key);
  expect(await derivedKey('batch.1.2')).not.toBe(key);
});
