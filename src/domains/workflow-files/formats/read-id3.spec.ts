import { describe, expect, it } from 'vitest';
import { readEmbeddedTexts } from '../read-embedded-texts';
import { bytes, deflate, uint } from '../testing/build-bytes';
import { SparseFile } from '../testing/sparse-file';

const GRAPH = '{"1":{"class_type":"A","inputs":{}}}';

const synchsafe = (size: number) => [(size >> 21) & 127, (size >> 14) & 127, (size >> 7) & 127, size & 127];

function tag(version: number, flags: number, ...frames: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const content = bytes(...frames);
  return bytes('ID3', [version, 0, flags], synchsafe(content.byteLength), content);
}

function frame(version: number, id: string, content: Uint8Array, flags = 0): Uint8Array<ArrayBuffer> {
  const size = content.byteLength;
  if (version === 2) return bytes(id, uint(size, 3), content);
  return bytes(id, version === 4 ? synchsafe(size) : uint(size, 4), uint(flags, 2), content);
}

async function read(...parts: Uint8Array[]) {
  return readEmbeddedTexts(new Blob([bytes(...parts, new Uint8Array(400))]), 'MP3');
}

const named = bytes([3], 'prompt\0', GRAPH);

describe('readId3', () => {
  it.each([2, 3, 4])('reads named texts and comments of version 2.%i', async (version) => {
    const [text, comment] = version === 2 ? ['TXX', 'COM'] : ['TXXX', 'COMM'];
    const found = await read(
      tag(
        version,
        0,
        frame(version, text ?? '', named),
        frame(version, comment ?? '', bytes([0], 'eng', '\0', `prompt:${GRAPH}`)),
      ),
    );
    expect(found.prompt).toEqual([GRAPH, GRAPH]);
  });

  it('reads UTF-16 with and without a byte order mark', async () => {
    const wide = (text: string) => Buffer.from(text, 'utf16le');
    const marked = bytes([1, 0xff, 0xfe], wide('prompt\0'), [0xff, 0xfe], wide(GRAPH));
    const plain = bytes([2], wide(`prompt\0${GRAPH}`).swap16());
    const found = await read(tag(3, 0, frame(3, 'TXXX', marked), frame(3, 'TXXX', plain)));
    expect(found.prompt).toEqual([GRAPH, GRAPH]);
  });

  it('reads a name inside a plain text frame, as ComfyUI looks for it', async () => {
    expect((await read(tag(4, 0, frame(4, 'TIT2', named)))).prompt).toEqual([GRAPH]);
  });

  it('undoes compression, and bytes that were inserted for players', async () => {
    const packed = bytes(synchsafe(named.byteLength), await deflate(named));
    expect((await read(tag(4, 0, frame(4, 'TXXX', packed, 0x09)))).prompt).toEqual([GRAPH]);
    const content = bytes([3], 'prompt\0', '{"a":"', [0xc3, 0xbf], '"}');
    const inserted = bytes(frame(3, 'PRIV', bytes([0xff, 0])), frame(3, 'TXXX', content));
    const stuffed = bytes([...inserted].flatMap((byte) => (byte === 0xff ? [byte, 0] : [byte])));
    expect((await read(tag(3, 0x80, stuffed))).prompt).toEqual(['{"a":"ÿ"}']);
  });

  it('skips an extended header and cover images', async () => {
    const cover = frame(3, 'APIC', new Uint8Array(5000));
    const extended = bytes(uint(6, 4), uint(0, 6));
    expect((await read(tag(3, 0x40, extended, cover, frame(3, 'TXXX', named)))).prompt).toEqual([GRAPH]);
  });

  it('finds the comments of FLAC behind the tag, and reads no audio', async () => {
    const start = tag(4, 0, frame(4, 'TXXX', named));
    const file = new SparseFile(2 ** 31, [[0, start]]);
    expect((await readEmbeddedTexts(file, 'MP3')).prompt).toEqual([GRAPH]);
    expect(file.bytesRead).toBeLessThan(128 * 1024);
    const comment = bytes(uint(0, 4), uint(1, 4, true), uint(10, 4, true), 'prompt={} ');
    const flac = bytes('fLaC', [0x84], uint(comment.byteLength, 3), comment);
    expect((await read(tag(4, 0, frame(4, 'TIT2', bytes([3], 'x'))), flac)).prompt).toEqual(['{}']);
  });

  it('ends at a frame larger than the tag', async () => {
    expect(await read(tag(4, 0, frame(4, 'TXXX', named).subarray(0, 30)))).toMatchObject({ prompt: [] });
  });
});
