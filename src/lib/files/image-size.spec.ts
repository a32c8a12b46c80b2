import { fc } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import { readImageSize } from './image-size';

function hex(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'));
}

describe('readPictureSize', () => {
  it.each([
    ['PNG', '89504e470d0a1a0a 0000000d 49484452 00007530 00007530 08', { width: 30_000, height: 30_000 }],
    ['GIF', '474946383961 4001 f000', { width: 320, height: 240 }],
    ['JPEG', 'ffd8 ffe0 0004 0000 ffff c2 0011 08 0a80 0fc0', { width: 4032, height: 2688 }],
    ['WebP VP8X', '52494646 00000000 57454250 56503858 0a000000 00000000 ff0700 ff0300', { width: 2048, height: 1024 }],
    ['WebP VP8L', '52494646 00000000 57454250 5650384c 00000000 2f ffc0ff00', { width: 256, height: 1024 }],
    ['WebP VP8', '52494646 00000000 57454250 56503820 00000000 000000 9d012a 4001 f000', { width: 320, height: 240 }],
  ])('reads %s', (_, bytes, size) => {
    expect(readImageSize(hex(bytes))).toEqual(size);
  });

  it('returns null for unknown or truncated files, and always terminates', () => {
    expect(readImageSize(hex('89504e47'))).toBeNull();
    expect(readImageSize(new Uint8Array(0))).toBeNull();
    fc.assert(
      fc.property(
        fc.constantFrom('', 'ffd8', 'ffd8ffff', '5249464600000000574542505650', '89504e47'),
        fc.uint8Array(),
        (start, rest) => {
          const size = readImageSize(new Uint8Array([...hex(start), ...rest]));
          expect(size === null || size.width >= 0).toBe(true);
        },
      ),
    );
  });
});
