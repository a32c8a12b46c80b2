import { expect, it } from 'vitest';
import { storedFile, storeFile } from './draft-files';

const closesAtOnce = () => dispatchEvent(new Event('beforeunload', { cancelable: true }));

it('makes the browser ask before the page closes until a file is stored', async () => {
  expect(closesAtOnce()).toBe(true);
  const isStored = storeFile('draft', 'key', new File(['bytes'], 'photo.png'));
  expect(closesAtOnce()).toBe(false);
  await isStored;
  expect(closesAtOnce()).toBe(true);
  expect(await (await storedFile('draft', 'key'))?.text()).toBe('bytes');
});
