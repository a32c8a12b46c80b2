const MAX_FILES = 200;
const MAX_DEPTH = 4;

/** The files of dropped folders, as far as is sensible. */
export async function walkFolders(entries: readonly FileSystemEntry[]): Promise<File[]> {
  const files: File[] = [];
  const open = entries.map((entry) => ({ entry, depth: 0 }));
  for (let next = open.shift(); next && files.length < MAX_FILES; next = open.shift()) {
    const { entry, depth } = next;
    if (entry.name.startsWith('.')) continue;
    if (entry.isFile) files.push(await fileOf(entry as FileSystemFileEntry));
    else if (depth < MAX_DEPTH) {
      for (const child of await childrenOf(entry as FileSystemDirectoryEntry))
        open.push({ entry: child, depth: depth + 1 });
    }
  }
  return files;
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => {
    entry.file(resolve, reject);
  });
}

/** A reader hands out at most a hundred at a time. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (part.length === 0 || all.length >= MAX_FILES) return all;
    all.push(...part);
  }
}
