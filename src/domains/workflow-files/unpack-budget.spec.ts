import { describe, expect, it } from 'vitest';
import { cpuMs } from '@contract/testing/cpu-time';
import { READ_LIMITS } from './byte-reader';
import { decodeEntities } from './decode-text';
import type { ContainerFormat } from './file-format';
import { readEmbeddedTexts } from './read-embedded-texts';
import { bytes, deflate, uint } from './testing/build-bytes';

const MIB = 1024 * 1024;

/** Exif with 512 entries that share one range of text. */
function sharedRange(length: number): Uint8Array<ArrayBuffer> {
  const start = 8 + 2 + 512 * 12;
  const entries = Array.from({ length: 512 }, (_, index) =>
    bytes(uint(0x9000 + index, 2), uint(2, 2), uint(length, 4), uint(start, 4)),
  );
  return bytes('MM', uint(42, 2), uint(8, 4), uint(512, 2), ...entries, 'x'.repeat(length));
}

function webp(exif: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes('RIFF', uint(exif.byteLength + 12, 4, true), 'WEBPEXIF', uint(exif.byteLength, 4, true), exif);
}

async function mp3(frames: number, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const packed = await deflate(new Uint8Array(size));
  const frame = bytes('TIT2', uint(4 + packed.byteLength, 4), [0, 0x80], uint(size, 4), packed);
  const length = frames * frame.byteLength;
  const synchsafe = [21, 14, 7, 0].map((shift) => (length >> shift) & 0x7f);
  return bytes('ID3', [3, 0, 0], synchsafe, ...Array.from({ length: frames }, () => frame));
}

describe('the budget of what one file unpacks to', () => {
  it.each<
    [what: string, format: ContainerFormat, file: () => Promise<Uint8Array<ArrayBuffer>>, byDefault: string | null]
  >([
    ['512 Exif entries of one range', 'WebP', async () => webp(sharedRange(4 * MIB)), 'unpacks_to_too_much'],
    ['compressed frames', 'MP3', () => mp3(60, 8 * MIB), 'unpacks_to_too_much'],
    ['texts of XMP', 'SVG', async () => bytes(`<svg><metadata><a>${'x'.repeat(3 * MIB)}</a></metadata></svg>`), null],
  ])('ends the reading of %s', async (_what, format, file, byDefault) => {
    const content = new Blob([await file()]);
    const limits = { ...READ_LIMITS, maxUnpackedBytes: 5 * MIB };
    expect((await readEmbeddedTexts(content, format, limits)).stoppedBy).toBe('unpacks_to_too_much');
    expect((await readEmbeddedTexts(content, format)).stoppedBy).toBe(byDefault);
  });
});

describe('entities', () => {
  it('are replaced wherever a long text is cut', () => {
    for (let before = 65_520; before < 65_540; before += 1) {
      const text = `${'x'.repeat(before)}&amp;&#x1F600;&unknown;&`;
      expect(decodeEntities(text)).toBe(`${'x'.repeat(before)}&😀&unknown;&`);
    }
  });

  it('of many megabytes take little memory', () => {
    const text = '&amp;'.repeat(2 * MIB);
    const before = process.memoryUsage().rss;
    let decoded = '';
    cpuMs(() => (decoded = decodeEntities(text)));
    expect(decoded).toBe('&'.repeat(2 * MIB));
    // All at once took 400 MiB.
    expect((process.memoryUsage().rss - before) / MIB).toBeLessThan(200);
  });
});
