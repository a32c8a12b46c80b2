import { formatCount } from '@/lib/format';
import type { ImportFinding } from './import-report';
import { FOLDER_LIMITS, walkFolders } from './walk-folders';

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
    const name = formatCount(hidden, 'hidden file');
    const detail = 'Names that begin with a dot are not read.';
    ignored.push({ name, count: hidden, outcome: 'left', found: 'Ignored', detail });
  }
  if (isTruncated) {
    const detail = `A drop reads ${FOLDER_LIMITS}. Drop the others by themselves.`;
    ignored.push({ name: 'More files', count: null, outcome: 'over_limit', found: 'Not read', detail });
  }
  return { files, ignored, isFolder: true };
}
