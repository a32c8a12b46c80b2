import type { JsonValue } from '@contract/json/lossless';

/** A workflow that is being filled in, as this browser keeps it. */
export interface Draft {
  id: string;
  surfaceId: string;
  /** The name of the file, the sample or the job that it came from. */
  title: string;
  origin: DraftOrigin;
  /** The job that it was taken from. */
  sourceJobId?: string;
  /** As opened: what "changes" are counted from. */
  originalText: string;
  /** As edited. Every edit is spliced in, so that numbers, order and unknown fields survive. */
  text: string;
  /** Classes of the nodes, for the list of drafts. */
  classes: string[];
  createdAt: number;
  updatedAt: number;
  /** What happens to a seed after each run, by field key. */
  seedModes: Record<string, SeedMode>;
  /** Files on inputs, by field key. */
  media: Record<string, MediaAttachment>;
  /** Files of an input that runs once for each of them, by field key. */
  lists?: Record<string, MediaList>;
  /** Opened from a sample or a job, and neither changed nor run: not listed, and deleted after a day (decision 035). */
  isUntouched?: true;
  /** Runs that were started before this instant are not shown in the draft. */
  runsClearedAt?: number;
}

export type DraftOrigin = 'file' | 'picture' | 'pasted' | 'sample' | 'job';

/** What can be opened again from where it came from: a sample or a job. Dropped and pasted files cannot. */
export function isReopenable(origin: DraftOrigin): boolean {
  return origin === 'sample' || origin === 'job';
}

/** The draft as one that is listed and kept; the same object if it is one already. */
export function asTouched(draft: Draft): Draft {
  if (!draft.isUntouched) return draft;
  const { isUntouched: _flag, ...touched } = draft;
  return touched;
}

export type SeedMode = 'keep' | 'randomize' | 'increment' | 'decrement';

export interface MediaList {
  /** Files that the surface has, in the order in which they were dropped. */
  files: readonly { name: string; reference: JsonValue }[];
  /** How many there will be when all are uploaded. */
  count: number;
  /** Names of files that were not uploaded. */
  failed: readonly string[];
}

export interface MediaAttachment {
  name: string;
  sizeBytes: number;
  contentType: string;
  width: number | null;
  height: number | null;
  thumbnail: Blob | null;
  hash: string | null;
  /** Null until the surface has the bytes; until then `draft-files.ts` keeps them. */
  assetId: string | null;
}
