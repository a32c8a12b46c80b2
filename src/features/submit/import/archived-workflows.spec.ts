import { describe, expect, it } from 'vitest';
import { bytes, deflate, uint } from '@/domains/workflow-files/testing/build-bytes';
import { zip, type ZipEntry } from '@/domains/workflow-files/testing/build-zip';
import { PNG_SIGNATURE } from '@/domains/workflow-files/formats/read-png';
import { readArchive } from './archived-workflows';
import { readWorkflowFile } from './read-workflow-file';

const GRAPH = '{"9":{"class_type":"SaveImage","inputs":{"seed":18446744073709551615,"cfg":1.0}}}';

function png(keyword: string, text: string, pixels = new Uint8Array(20)): Uint8Array {
  const chunk = (type: string, data: Uint8Array) => bytes(uint(data.byteLength, 4), type, data, uint(0, 4));
  return bytes(
    PNG_SIGNATURE,
    chunk('IHDR', new Uint8Array(13)),
    chunk('IDAT', pixels),
    chunk('tEXt', bytes(`${keyword}\0${text}`)),
    chunk('IEND', bytes()),
  );
}

const stored = (name: string, packed: Uint8Array): ZipEntry => ({ name, packed, size: packed.byteLength, method: 0 });
async function packed(name: string, content: Uint8Array<ArrayBuffer>): Promise<ZipEntry> {
  return { name, packed: await deflate(content, 'deflate-raw'), size: content.byteLength };
}

describe('an archive with images', () => {
  it('is read with the workflows embedded in them, whether packed or stored', async () => {
    const archive = zip(
      stored('out/a.png', png('prompt', GRAPH)),
      await packed('out/b.png', bytes(png('prompt', GRAPH))),
      stored('out/plain.png', png('Software', 'Editor')),
      stored('flow.json', bytes(GRAPH)),
    );
    expect(await readWorkflowFile(archive, 'all.zip')).toMatchObject({
      kind: 'archive',
      members: [
        { name: 'flow.json', result: { kind: 'workflow', text: GRAPH, source: 'json' } },
        { name: 'out/a.png', result: { kind: 'workflow', text: GRAPH, source: 'embedded' } },
        { name: 'out/b.png', result: { kind: 'workflow', text: GRAPH, source: 'embedded' } },
        { name: 'out/plain.png', result: { kind: 'media', media: 'image', title: 'No workflow in this image' } },
      ],
      others: 0,
      overLimit: 0,
    });
  });

  it('opens no archive within it', async () => {
    const inner = new Uint8Array(await zip(stored('flow.json', bytes(GRAPH))).arrayBuffer());
    expect(await readWorkflowFile(zip(stored('inner.png', inner)), 'a.zip')).toMatchObject({
      members: [{ result: { kind: 'problem', title: 'An archive in an archive' } }],
    });
  });
});

describe('the memory that an archive takes', () => {
  const LIMITS = { texts: 2000, file: 5000, unpacked: 8000 };
  const kinds = async (archive: Blob, sizes: number[] = []) => {
    const found = await readArchive(
      archive,
      'x.zip',
      async (file, name, { maxTextBytes }) => {
        sizes.push(file.size, maxTextBytes);
        const text = name.endsWith('.json') ? await file.text() : 'y'.repeat(500);
        return { kind: 'workflow', text, source: 'json', note: null };
      },
      LIMITS,
    );
    if (found.kind !== 'archive') throw new Error(found.kind);
    return found.members.map(({ name, result }) => {
      const isUnread = result.kind === 'problem' && result.explanation.includes('was not read further: it unpacks to');
      return `${name} ${isUnread ? 'not reached' : result.kind}`;
    });
  };

  it('is bounded for each unpacked file and for all of them, but not for stored ones', async () => {
    const content = (size: number) => new Uint8Array(size);
    const archive = zip(
      await packed('huge.png', content(5001)),
      await packed('first.png', content(4500)),
      await packed('second.png', content(4500)),
      await packed('small.png', content(3500)),
      stored('stored.mp4', content(50_000)),
    );
    expect(await kinds(archive)).toEqual([
      'huge.png problem',
      'first.png workflow',
      'second.png not reached',
      'small.png not reached',
      'stored.mp4 workflow',
    ]);
  });

  it('is bounded for JSON that is not a workflow, before it is judged', async () => {
    const judged: string[] = [];
    const archive = zip(
      ...(await Promise.all(
        Array.from({ length: 50 }, (_, index) => packed(`${index}.json`, new Uint8Array(1900).fill(0x20))),
      )),
    );
    const found = await readArchive(
      archive,
      'x.zip',
      async (_file, name) => {
        judged.push(name);
        return { kind: 'problem', title: 'Not a workflow', explanation: '' };
      },
      LIMITS,
    );
    // Each counts twice: unpacked, and as the text that it is read as.
    expect(judged).toEqual(['0.json', '1.json']);
    expect(found).toMatchObject({ kind: 'archive' });
    expect(found.kind === 'archive' && found.members[2]?.result).toMatchObject({
      explanation:
        'This archive was not read further: it unpacks to more than 256 MiB. Extract this file, then drop it alone.',
    });
  });

  it('is bounded for the texts that it keeps', async () => {
    const json = (name: string, size: number, how = stored) => how(name, new Uint8Array(size).fill(0x20));
    const sizes: number[] = [];
    const archive = zip(json('a.json', 1200), json('b.json', 1200), json('c.json', 300), stored('d.png', bytes('x')));
    expect(await kinds(archive, sizes)).toEqual([
      'a.json workflow',
      'b.json problem',
      'c.json workflow',
      'd.png workflow',
    ]);
    // The last one may only find what is left.
    expect(sizes).toEqual([1200, 2000, 300, 800, 1, 500]);
  });
});
