const MAX_FILES = 200;
const MAX_DEPTH = 4;

export interface WalkedFolders {
  files: File[];
  /** Files and folders that were left out because their names begin with a dot. */
  hidden: number;
  /** Folders have more files than are read, or are nested more deeply. */
  isTruncated: boolean;
}

export const FOLDER_LIMITS = `${MAX_FILES} files, in folders nested up to ${MAX_DEPTH} levels`;

/** The files of dropped folders, as far as is sensible. */
export async function walkFolders(entries: readonly FileSystemEntry[]): Promise<WalkedFolders> {
  const walked: WalkedFolders = { files: [], hidden: 0, isTruncated: false };
  const open = entries.map((entry) => ({ entry, depth: 0 }));
  for (let next = open.shift(); next; next = open.shift()) {
    const { entry, depth } = next;
    if (walked.files.length >= MAX_FILES) return { ...walked, isTruncated: true };
    if (entry.name.startsWith('.')) walked.hidden += 1;
    // An entry is one or the other, by its flag.
    else if (entry.isFile) walked.files.push(await fileOf(entry as FileSystemFileEntry));
    else if (depth < MAX_DEPTH) {
      for (const child of await childrenOf(entry as FileSystemDirectoryEntry))
        open.push({ entry: child, depth: depth + 1 });
    } else walked.isTruncated = true;
  }
  return walked;
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => {
    entry.file(resolve, reject);
  });
}

/** A reader returns at most a hundred entries at a time. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (part.length === 0 || all.length > MAX_FILES) return all;
    all.push(...part);
  }
}
