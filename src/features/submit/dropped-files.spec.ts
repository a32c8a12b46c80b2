import { describe, expect, it } from 'vitest';
import { collectDropped } from './dropped-files';

/** What a browser hands out for a dropped file or folder. */
function fileEntry(name: string): FileSystemEntry {
  return {
    name,
    isFile: true,
    isDirectory: false,
    file: (take: (file: File) => void) => take(new File([name], name)),
  } as unknown as FileSystemEntry;
}

/** Hands its children out in parts, as readers do, and only then an empty list. */
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
  return (await collectDropped(data)).map((file) => file.name);
}

describe('collectDropped', () => {
  it('takes plain files as they are', async () => {
    expect(await names(drop(fileEntry('a.json'), fileEntry('b.png')))).toEqual(['a.json', 'b.png']);
  });

  it('walks folders to their last part, without hidden files', async () => {
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
  });

  it('ends in a folder that holds itself, and in one with too many files', async () => {
    const children: FileSystemEntry[] = [];
    const folder = folderEntry('self', children);
    children.push(folder);
    expect(await names(drop(folder))).toEqual([]);
    const many = folderEntry(
      'many',
      Array.from({ length: 1000 }, (_, index) => fileEntry(`${index}.json`)),
      100,
    );
    expect(await names(drop(many))).toHaveLength(200);
  });
});
