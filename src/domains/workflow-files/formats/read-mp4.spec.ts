import { describe, expect, it } from 'vitest';
import { readEmbeddedTexts } from '../read-embedded-texts';
import { box, bytes, uint } from '../testing/build-bytes';
import { fixtureBytes } from '@/testing/workflow-fixtures';
import { SparseFile } from '../testing/sparse-file';

const GRAPH = '{"1":{"class_type":"A","inputs":{}}}';

/** The boxes of a file at its top level. */
function boxesOf(file: Uint8Array<ArrayBuffer>): { type: string; content: Uint8Array<ArrayBuffer> }[] {
  const view = new DataView(file.buffer);
  const boxes = [];
  for (let at = 0; at < file.byteLength; at += view.getUint32(at)) {
    const type = Buffer.from(file.slice(at + 4, at + 8)).toString('latin1');
    boxes.push({ type, content: file.slice(at + 8, at + view.getUint32(at)) });
  }
  return boxes;
}

const keys = (...names: string[]) =>
  box('keys', bytes(uint(0, 4), uint(names.length, 4), ...names.map((name) => box('mdta', bytes(name)))));
const data = (text: string | Uint8Array, type = 1) => box('data', bytes(uint(type, 4), uint(0, 4), text));
const item = (index: number, content: Uint8Array) => bytes(uint(content.byteLength + 8, 4), uint(index, 4), content);
const meta = (...parts: Uint8Array[]) => box('meta', bytes(uint(0, 4), ...parts));

function read(...boxes: Uint8Array[]) {
  return readEmbeddedTexts(new Blob([bytes(...boxes)]), 'MP4');
}

describe('readMp4', () => {
  it('finds the tags behind 2 GB of media data with a 64-bit size, and reads no more than a few blocks', async () => {
    const boxes = boxesOf(fixtureBytes('ffmpeg.mp4'));
    const moov = boxes.find(({ type }) => type === 'moov')?.content ?? bytes();
    const mdatBytes = 2 ** 31;
    const start = box('ftyp', bytes('isom', uint(0, 4)));
    const mdat = bytes(uint(1, 4), 'mdat', uint(mdatBytes, 8));
    const end = box('moov', moov);
    const file = new SparseFile(start.byteLength + mdatBytes + end.byteLength, [
      [0, bytes(start, mdat)],
      [start.byteLength + mdatBytes, end],
    ]);
    const found = await readEmbeddedTexts(file, 'MP4');
    expect(found.prompt[0]).toContain('SaveImage');
    expect(found).toMatchObject({ keys: ['prompt', 'workflow', 'encoder'], stoppedBy: null });
    expect(file.bytesRead).toBeLessThan(128 * 1024);
  });

  it('reads keys in any case, items that spell their name, and UTF-16', async () => {
    const freeform = box(
      '----',
      bytes(box('mean', bytes(uint(0, 4), 'x')), box('name', bytes(uint(0, 4), 'Prompt')), data(GRAPH)),
    );
    const wide = Buffer.from(GRAPH, 'utf16le').swap16();
    const found = await read(
      box('moov', box('udta', meta(keys('PROMPT'), box('ilst', bytes(item(1, data(GRAPH))))))),
      box('moov', box('udta', meta(box('ilst', freeform)))),
      box('moov', meta(keys('prompt'), box('ilst', item(1, data(wide, 2))))),
    );
    expect(found.prompt).toEqual([GRAPH, GRAPH, GRAPH]);
  });

  it('reads the meta box of QuickTime, which has no version, and a last box without a size', async () => {
    const list = bytes(box('hdlr', bytes(uint(0, 25))), keys('prompt'), box('ilst', item(1, data(GRAPH))));
    expect((await read(box('moov', box('meta', list), 0))).prompt).toEqual([GRAPH]);
  });

  it.each<[what: string, content: Uint8Array]>([
    ['a box larger than the file', box('moov', box('udta', bytes(), 0xffff))],
    ['a box smaller than its header', box('moov', box('udta', bytes(), 3))],
    ['keys that promise more than there are', box('moov', meta(box('keys', bytes(uint(0, 4), uint(0xffff_ffff, 4)))))],
    ['an item without a key', box('moov', meta(keys('a'), box('ilst', item(7, data('{}')))))],
    ['an item without data', box('moov', meta(keys('prompt'), box('ilst', item(1, box('free', bytes())))))],
  ])('finds nothing in %s', async (_what, content) => {
    expect(await read(content)).toMatchObject({ prompt: [], workflow: [] });
  });
});
