import { t } from '@/lib/i18n/messages';
import type { ImportFinding } from './import-report';

/** The lists of a drop, which the browser empties after the event. */
export interface DroppedItems {
  files: File[];
  /** Of the files and of the folders. */
  entries: FileSystemEntry[];
}

export interface DroppedFiles {
  files: File[];
  /** What the folders contain beside these files. */
  ignored: ImportFinding[];
  isFolder: boolean;
}

/** Returns the files of a drop, including those in folders. Must be called inside the event. */
export function collectDropped(data: DataTransfer): Promise<DroppedFiles> {
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  return collectItems({ files: [...data.files], entries });
}

export async function collectItems({ files: plain, entries }: DroppedItems): Promise<DroppedFiles> {
  if (!entries.some((entry) => entry.isDirectory)) return { files: plain, ignored: [], isFolder: false };
  const { files, hidden, isTruncated } = await walkFolders(entries);
  const ignored: ImportFinding[] = [];
  if (hidden > 0) {
    const name = t('{count, plural, one {# hidden file} other {# hidden files}}', { count: hidden });
    const detail = t('Names that begin with a dot are not read.');
    ignored.push({ name, count: hidden, outcome: 'left', found: t('Ignored'), detail });
  }
  if (isTruncated) {
    const detail = t(
      'A drop reads {count} files, in folders nested up to {depth} levels. Drop the others by themselves.',
      { count: MAX_FILES, depth: MAX_DEPTH },
    );
    ignored.push({ name: t('More files'), count: null, outcome: 'over_limit', found: t('Not read'), detail });
  }
  return { files, ignored, isFolder: true };
}

const MAX_FILES = 200;
const MAX_DEPTH = 4;

interface WalkedFolders {
  files: File[];
  /** Files and folders that were left out because their names begin with a dot. */
  hidden: number;
  /** Folders have more files than are read, or are nested more deeply. */
  isTruncated: boolean;
}

/** The files of dropped folders, as far as is sensible. */
async function walkFolders(entries: readonly FileSystemEntry[]): Promise<WalkedFolders> {
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
