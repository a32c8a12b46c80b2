import { fc } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import { readLatentHeader } from './latent-header';

function fileOf(header: unknown, length?: number): Uint8Array {
  const text = new TextEncoder().encode(typeof header === 'string' ? header : JSON.stringify(header));
  const file = new Uint8Array(8 + text.byteLength + 16);
  new DataView(file.buffer).setBigUint64(0, BigInt(length ?? text.byteLength), true);
  file.set(text, 8);
  return file;
}

describe('the header of a latent', () => {
  it('contains tensors with type and shape, and the metadata', () => {
    const header = {
      latent_tensor: { dtype: 'F32', shape: [1, 4, 64, 64], data_offsets: [0, 65_536] },
      __metadata__: { prompt: '{"3":{}}' },
    };
    expect(readLatentHeader(fileOf(header))).toEqual({
      tensors: [{ name: 'latent_tensor', dtype: 'F32', shape: [1, 4, 64, 64] }],
      notes: [{ name: 'prompt', text: '{"3":{}}' }],
    });
  });

  it.each([
    ['a file that is too short', new Uint8Array(4)],
    ['a truncated header', fileOf({ a: { dtype: 'F32', shape: [] } }, 100_000)],
    ['an impossible length', fileOf({}, 2 ** 52)],
    ['invalid JSON', fileOf('no json at all')],
    ['a list', fileOf([1, 2])],
    ['an empty header', fileOf({})],
    ['invalid entries', fileOf({ a: { dtype: 7, shape: 'wide' }, b: null, __metadata__: 'none' })],
  ])('is null for %s', (_name, bytes) => {
    expect(readLatentHeader(bytes)).toBeNull();
  });

  it('can be read from any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const header = readLatentHeader(bytes);
        expect(header === null || header.tensors.length + header.notes.length > 0).toBe(true);
      }),
    );
  });
});
