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
}

export type DraftOrigin = 'file' | 'picture' | 'pasted' | 'sample' | 'job';

export type SeedMode = 'keep' | 'randomize' | 'increment' | 'decrement';

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
