import { describe, expect, it } from 'vitest';
import { READ_LIMITS } from '../byte-reader';
import { readZip, type ZipContent } from './read-zip';
import { bytes, deflate, uint } from '../testing/build-bytes';

interface Member {
  name: string;
  packed: Uint8Array;
  size: number;
  method?: number;
  flags?: number;
}

/** An archive; sizes in its directory may lie. */
function zip(...members: Member[]): Blob {
  const locals: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const { name, packed, size, method = 8, flags = 0 } of members) {
    const sizes = bytes(uint(0, 4), uint(packed.byteLength, 4, true), uint(size, 4, true));
    const common = bytes(uint(20, 2, true), uint(flags, 2, true), uint(method, 2, true), uint(0, 4), sizes);
    const names = uint(Buffer.byteLength(name), 2, true);
    const local = bytes('PK\u0003\u0004', common, names, uint(0, 2), name, packed);
    directory.push(
      bytes('PK\u0001\u0002', uint(20, 2, true), common, names, uint(0, 8), uint(0, 4), uint(at, 4, true), name),
    );
    locals.push(local);
    at += local.byteLength;
  }
  const entries = bytes(...directory);
  const counts = bytes(uint(members.length, 2, true), uint(members.length, 2, true));
  const end = bytes('PK\u0005\u0006', uint(0, 4), counts, uint(entries.byteLength, 4, true), uint(at, 4, true));
  return new Blob([bytes(...locals, entries, end, uint(7, 2, true), 'comment')]);
}

const raw = (text: BlobPart) => deflate(text, 'deflate-raw');

function contents(found: ZipContent): string[] {
  if (!found.ok) return ['unreadable'];
  return found.members.map(({ name, content }) => {
    return `${name}: ${content.ok ? new TextDecoder().decode(content.bytes) : content.why}`;
  });
}

describe('readZip', () => {
  it('reads packed and stored JSON, and counts the rest', async () => {
    const found = await readZip(
      zip(
        { name: 'a.json', packed: await raw('{"a":1}'), size: 7 },
        { name: 'deep/b.JSON', packed: bytes('{}'), size: 2, method: 0 },
        { name: 'deep/', packed: bytes(), size: 0, method: 0 },
        { name: 'photo.png', packed: bytes('x'), size: 1, method: 0 },
        { name: '__MACOSX/._a.json', packed: bytes('x'), size: 1, method: 0 },
      ),
    );
    expect(contents(found)).toEqual(['a.json: {"a":1}', 'deep/b.JSON: {}']);
    expect(found).toMatchObject({ others: 2 });
  });

  it('stops a bomb at its limit, whatever its directory says', async () => {
    const bomb = { name: 'bomb.json', packed: await raw(new Uint8Array(3_000_000)), size: 10 };
    const small = { name: 'small.json', packed: await raw('{}'), size: 2 };
    const honest = { ...bomb, name: 'honest.json', size: 3_000_000 };
    const found = await readZip(zip(bomb, honest, small), { ...READ_LIMITS, maxTextBytes: 100_000 });
    expect(contents(found)).toEqual(['bomb.json: too_large', 'honest.json: too_large', 'small.json: {}']);
  });

  it('limits what all entries have together, so that one entry listed often fills no memory', async () => {
    const packed = await raw('x'.repeat(40_000));
    const members = Array.from({ length: 60 }, (_, index) => ({ name: `${index}.json`, packed, size: 40_000 }));
    const found = contents(await readZip(zip(...members), { ...READ_LIMITS, maxTextBytes: 100_000 }));
    expect(found).toHaveLength(50);
    expect(found.filter((text) => text.endsWith('too_large'))).toHaveLength(48);
  });

  it('says what it cannot unpack', async () => {
    const packed = await raw('{}');
    const found = await readZip(
      zip(
        { name: 'secret.json', packed, size: 2, flags: 1 },
        { name: 'zstd.json', packed, size: 2, method: 93 },
        { name: 'cut.json', packed: packed.subarray(0, 1), size: 2 },
      ),
    );
    expect(contents(found)).toEqual(['secret.json: encrypted', 'zstd.json: unknown_compression', 'cut.json: broken']);
  });

  it.each<[what: string, file: Blob]>([
    ['without a directory', new Blob([bytes('PK\u0003\u0004', new Uint8Array(100))])],
    ['shorter than its end record', new Blob([bytes('PK')])],
  ])('does not read an archive %s', async (_what, file) => {
    expect(contents(await readZip(file))).toEqual(['unreadable']);
  });
});
