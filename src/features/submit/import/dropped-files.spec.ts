import { describe, expect, it } from 'vitest';
import { collectDropped } from './dropped-files';

/** Mocks the browser's entry of a dropped file or folder. */
function fileEntry(name: string): FileSystemEntry {
  return {
    name,
    isFile: true,
    isDirectory: false,
    file: (take: (file: File) => void) => take(new File([name], name)),
  } as unknown as FileSystemEntry;
}

/** Returns its children in several batches, like browsers do, and then an empty list. */
function folderEntry(name: string, children: FileSystemEntry[], partSize = 2): FileSystemEntry {
  return {
    name,
    isFile: false,
    isDirectory: true,
    createReader: () => {
      const left = [...children];
      return { readEntries: (take: (part: FileSystemEntry[]) => void) => take(left.splice(0, partSize)) };
    },
  } as unknown as FileSystemEntry;
}

function drop(...entries: FileSystemEntry[]): DataTransfer {
  return {
    items: entries.map((entry) => ({ webkitGetAsEntry: () => entry })),
    files: entries.filter((entry) => entry.isFile).map((entry) => new File([], entry.name)),
  } as unknown as DataTransfer;
}

async function names(data: DataTransfer): Promise<string[]> {
  return (await collectDropped(data)).files.map((file) => file.name);
}

describe('collectDropped', () => {
  it('returns plain files unchanged', async () => {
    const data = drop(fileEntry('a.json'), fileEntry('b.png'));
    expect(await names(data)).toEqual(['a.json', 'b.png']);
    expect(await collectDropped(data)).toMatchObject({ isFolder: false });
    expect(await collectDropped(drop(folderEntry('flows', [])))).toMatchObject({ isFolder: true });
  });

  it('reads folders recursively, without hidden files', async () => {
    const inner = folderEntry('inner', [fileEntry('deep.png')]);
    const folder = folderEntry('flows', [
      fileEntry('1.json'),
      fileEntry('2.json'),
      fileEntry('3.json'),
      fileEntry('.DS_Store'),
      inner,
    ]);
    expect(await names(drop(folder, fileEntry('beside.json')))).toEqual([
      'beside.json',
      '1.json',
      '2.json',
      '3.json',
      'deep.png',
    ]);
    expect((await collectDropped(drop(folder))).ignored).toMatchObject([{ name: '1 hidden file', outcome: 'left' }]);
  });

  it('terminates for a folder that contains itself, and for one with too many files', async () => {
    const children: FileSystemEntry[] = [];
    const folder = folderEntry('self', children);
    children.push(folder);
    expect(await names(drop(folder))).toEqual([]);
    const many = folderEntry(
      'many',
      Array.from({ length: 1000 }, (_, index) => fileEntry(`${index}.json`)),
      100,
    );
    const { files, ignored } = await collectDropped(drop(many));
    expect(files).toHaveLength(200);
    expect(ignored).toMatchObject([{ name: 'More files', detail: expect.stringContaining('200 files') as string }]);
  });
});
