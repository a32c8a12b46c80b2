import type { ImportCounts } from '@/api/storage/import-jobs';

/** To the reader of exports: first the file, then the word to take it. It keeps the jobs meanwhile. */
export type JobsFileRequest = { kind: 'read'; file: Blob; name: string } | { kind: 'add' };

export type JobsFileReply =
  | { kind: 'found'; found: FoundJobs }
  | { kind: 'added'; added: number; updated: number }
  | ({ kind: 'problem' } & JobsFileProblem);

/** What is wrong with the file, and what to do. */
export interface JobsFileProblem {
  title: string;
  explanation: string;
}

/** What the file holds, before anything is taken. */
export interface FoundJobs extends ImportCounts {
  sources: readonly FoundSource[];
  /** The latest instant at which any of it was exported; null where it is not told. */
  exportedAt: number | null;
  leftOut: readonly LeftOut[];
}

export interface FoundSource {
  id: string;
  /** Null in the saved history of a browser. */
  name: string | null;
  address: string | null;
  count: number;
}

export interface LeftOut {
  /** From 1; null where entries have no lines of their own. */
  line: number | null;
  why: 'damaged' | 'no_job' | 'too_new' | 'no_surface';
}
