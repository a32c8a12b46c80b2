import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { createStoredIdSet } from './stored-id-set';
import { RATINGS, type Rating } from './job-annotation';
import { LOCAL_SURFACE_ID } from '@contract/console/surfaces';
import { HOME_KINDS, type CuratedTransaction } from '../curated/curated-kinds';
import { listCurated, writeCurated } from '../curated/curated-records';
import type { Fields } from '../curated/sync-records';
import { putRecord } from '../curated/unsent-records';

/** Star and rating of a file. A Flowdeck gateway keeps those of its page, for files of all servers. */
export interface FileMark {
  isStarred: boolean;
  /** 0: not rated. */
  rating: Rating | 0;
  /** When it got its first of them, in milliseconds since the epoch. */
  at: number;
}

/** By the ID of the file. */
export type FileMarks = ReadonlyMap<string, FileMark>;

export const NO_MARK: FileMark = { isStarred: false, rating: 0, at: 0 };
export const NO_MARKS: FileMarks = new Map();

/** Marks of the files of a server. Without storage there are none. */
export function fileMarksQuery(surfaceId: string) {
  return queryOptions({
    queryKey: ['device.fileMarks', surfaceId],
    queryFn: () => listMarks(surfaceId).catch(() => NO_MARKS),
    staleTime: Infinity,
    retry: false,
    structuralSharing: false,
  });
}

async function listMarks(surfaceId: string): Promise<FileMarks> {
  await moveStoredStars();
  const start = `${surfaceId}/`;
  const records = await listCurated('file');
  return new Map(
    records.flatMap(({ id, fields }) =>
      id.startsWith(start) ? [[id.slice(start.length), markOf(fields)] as const] : [],
    ),
  );
}

function markOf({ star, rating, at }: Fields): FileMark {
  const time = typeof at === 'number' ? at : 0;
  return { isStarred: star === true, rating: RATINGS.find((one) => one === rating) ?? 0, at: time };
}

function fieldsOf({ isStarred, rating, at }: FileMark): Fields | null {
  if (!isStarred && rating === 0) return null;
  return { at, ...(isStarred ? { star: true } : {}), ...(rating === 0 ? {} : { rating }) };
}

export type MarkChange = Partial<Pick<FileMark, 'isStarred' | 'rating'>>;

/** Changes the marks of files; the page shows it at once. @returns false if they last until the page closes only */
export async function markFiles(
  client: QueryClient,
  surfaceId: string,
  ids: readonly string[],
  change: MarkChange,
): Promise<boolean> {
  const { queryKey } = fileMarksQuery(surfaceId);
  // A read that is under way would bring back the marks before.
  void client.cancelQueries({ queryKey });
  const marks = new Map(client.getQueryData(queryKey) ?? (await client.fetchQuery(fileMarksQuery(surfaceId))));
  const records = ids.map((id) => {
    const mark = { ...(marks.get(id) ?? { ...NO_MARK, at: Date.now() }), ...change };
    const fields = fieldsOf(mark);
    if (fields) marks.set(id, mark);
    else marks.delete(id);
    return { id: `${surfaceId}/${id}`, fields };
  });
  client.setQueryData(queryKey, marks);
  try {
    await writeCurated('file', records);
    return true;
  } catch {
    return false;
  }
}

/** Changes the mark of a file in a transaction that changes other records, too; open pages read it once it is announced. */
export async function putFileMark(
  changes: CuratedTransaction,
  surfaceId: string,
  fileId: string,
  change: MarkChange,
): Promise<void> {
  const key = { surfaceId: LOCAL_SURFACE_ID, id: `${surfaceId}/${fileId}` };
  const stored = (await HOME_KINDS.file.read(changes, key.surfaceId, [key.id])).get(key.id);
  const before = stored ? markOf(stored) : { ...NO_MARK, at: Date.now() };
  await putRecord(changes, HOME_KINDS.file, key, fieldsOf({ ...before, ...change }));
}

const MAX_STARS = 2000;
/** Where earlier versions kept stars. */
export const storedStars = createStoredIdSet('stars', MAX_STARS);

/** Moves stars from where earlier versions stored them. May be interrupted and repeated. @throws StorageUnavailableError */
export async function moveStoredStars(): Promise<void> {
  for (const surfaceId of storedStars.surfaces()) {
    const ids = storedStars.idsOf(surfaceId);
    if (ids.length === 0) continue;
    await writeCurated(
      'file',
      // The newest are first.
      ids.map((id, index) => ({ id: `${surfaceId}/${id}`, fields: { star: true, at: Date.now() - index } })),
    );
    storedStars.setKept(surfaceId, ids, false);
  }
}
