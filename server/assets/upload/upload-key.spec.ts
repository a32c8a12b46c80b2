import { expect, it } from 'vitest';
import { jobApiError } from '../../http/job-api-error';
import { VirtualClock } from '../../testing/virtual-clock';
import { createMemoryStore } from '../../storage/memory/memory-store';
import { UploadKeys } from './upload-key';

const setUp = () => ({ store: createMemoryStore(), clock: new VirtualClock(0) });

it('J-4.99 a key is free again after a kill in the middle of its upload', () => {
  const deps = setUp();
  new UploadKeys(deps).open('local', 'k');
  // Another gateway on the same store: the memory of the first one is lost.
  const key = new UploadKeys(deps).open('local', 'k');
  key.claim('asset');
  key.close();
  expect(() => new UploadKeys(deps).open('local', 'k')).toThrow('was already used');
});

it('J-4.99 a key is rejected while another upload is in progress with it', () => {
  const deps = setUp();
  const keys = new UploadKeys(deps);
  const first = keys.open('local', 'k');
  expect(() => keys.open('local', 'k')).toThrow('is in progress');
  expect(() => keys.open('other', 'k')).not.toThrow();
  first.close();
  expect(() => keys.open('local', 'k')).not.toThrow();
});

it('J-4.99 a claim is undone together with its asset', () => {
  const deps = setUp();
  const keys = new UploadKeys(deps);
  const key = keys.open('local', 'k');
  const record = () =>
    deps.store.transaction(() => {
      key.claim('asset');
      throw jobApiError('upstream_error', 'The disk is full');
    });
  expect(record).toThrow('The disk is full');
  key.close();
  expect(() => keys.open('local', 'k')).not.toThrow();
});
