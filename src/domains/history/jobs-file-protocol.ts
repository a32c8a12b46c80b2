import type { ImportCounts } from '@/domains/history/import-jobs';

/** Requests to the import worker: first `read`, then the confirmation. The worker holds the jobs in between. */
export type JobsFileRequest = { kind: 'read'; file: Blob; name: string } | { kind: 'add' };

export type JobsFileReply =
  | { kind: 'found'; found: FoundJobs }
  | { kind: 'added'; added: number; updated: number }
  | ({ kind: 'problem' } & JobsFileProblem);

export interface JobsFileProblem {
  title: string;
  explanation: string;
}

/** Summary of the file before the import. */
export interface FoundJobs extends ImportCounts {
  sources: readonly FoundSource[];
  /** Latest export time in the file; `null` if it has none. */
  exportedAt: number | null;
  skipped: readonly SkippedEntry[];
}

export interface FoundSource {
  id: string;
  /** `null` in the saved history of a browser. */
  name: string | null;
  address: string | null;
  count: number;
}

export interface SkippedEntry {
  /** Line number from 1; `null` if entries do not have separate lines. */
  line: number | null;
  why: 'damaged' | 'no_job' | 'too_new' | 'no_surface';
}
