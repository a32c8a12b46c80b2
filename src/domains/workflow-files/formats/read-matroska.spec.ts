import { describe, expect, it } from 'vitest';
import { readEmbeddedTexts } from '../read-embedded-texts';
import { bytes, element, uint } from '../testing/build-bytes';
import { SparseFile } from '../testing/sparse-file';

const GRAPH = '{"1":{"class_type":"A","inputs":{}}}';
const HEADER = element(0x1a45_dfa3);
const SEGMENT = 0x1853_8067;
const CLUSTER = 0x1f43_b675;
const OPEN = [0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];

const simpleTag = (name: string, text: string, ...inner: Uint8Array[]) =>
  element(0x67c8, element(0x45a3, name), element(0x4487, text), ...inner);
const tags = (...parts: Uint8Array[]) => element(0x1254_c367, element(0x7373, ...parts));
const seekHead = (id: number, position: number) =>
  element(0x114d_9b74, element(0x4dbb, element(0x53ab, uint(id, 4)), element(0x53ac, uint(position, 8))));

async function read(...parts: Uint8Array[]) {
  return readEmbeddedTexts(new Blob([bytes(...parts)]), 'Matroska');
}

describe('readMatroska', () => {
  it('jumps to tags behind 2 GB of clusters by the seek head', async () => {
    const clusters = 2 ** 31;
    const headBytes = seekHead(0x1254_c367, 0).byteLength;
    const head = seekHead(0x1254_c367, headBytes + clusters);
    const tail = tags(simpleTag('PROMPT', GRAPH));
    const segmentBytes = head.byteLength + clusters + tail.byteLength;
    // One cluster; many would make no difference.
    const cluster = bytes(uint(CLUSTER, 4), [0x01], uint(clusters - 12, 7));
    const start = bytes(HEADER, uint(SEGMENT, 4), [0x01], uint(segmentBytes, 7), head, cluster);
    const tailAt = start.byteLength - cluster.byteLength + clusters;
    const file = new SparseFile(tailAt + tail.byteLength, [
      [0, start],
      [tailAt, tail],
    ]);
    const found = await readEmbeddedTexts(file, 'Matroska');
    expect(found).toMatchObject({ prompt: [GRAPH], stoppedBy: null });
    expect(file.reads).toBeLessThan(5);
    expect(file.bytesRead).toBeLessThan(128 * 1024);
  });

  it('skips clusters by their size without a seek head', async () => {
    const clusters = Array.from({ length: 200 }, () => element(CLUSTER, new Uint8Array(2000)));
    const found = await read(HEADER, element(SEGMENT, ...clusters, tags(simpleTag('prompt', GRAPH))));
    expect(found.prompt).toEqual([GRAPH]);
  });

  it('walks a live recording, whose segment and clusters have no size', async () => {
    const block = element(0xa3, new Uint8Array(50));
    const found = await read(
      HEADER,
      uint(SEGMENT, 4),
      bytes(OPEN),
      uint(CLUSTER, 4),
      bytes(OPEN),
      block,
      block,
      uint(CLUSTER, 4),
      bytes(OPEN),
      block,
      tags(simpleTag('Workflow', '{"nodes":[]}')),
    );
    expect(found.workflow).toEqual(['{"nodes":[]}']);
  });

  it('reads tags inside tags, and not deeper than is sensible', async () => {
    const nested = simpleTag('COMMENT', 'x', simpleTag('prompt', GRAPH));
    const deep = Array.from({ length: 20 }).reduce<Uint8Array>(
      (inner) => simpleTag('a', 'b', inner),
      simpleTag('prompt', GRAPH),
    );
    expect((await read(HEADER, element(SEGMENT, tags(nested)))).prompt).toEqual([GRAPH]);
    expect((await read(HEADER, element(SEGMENT, tags(deep)))).prompt).toEqual([]);
  });

  it('is not led by a seek head outside of the file, or to itself', async () => {
    const outside = await read(HEADER, element(SEGMENT, seekHead(0x1254_c367, 2 ** 40), element(CLUSTER)));
    const itself = await read(HEADER, element(SEGMENT, seekHead(0x1254_c367, 0), element(CLUSTER)));
    expect([outside.prompt, itself.prompt]).toEqual([[], []]);
  });
});
