import { z } from 'zod/mini';
import { RATINGS } from '../annotations/job-annotation';

/**
 * What an exported job carries beside what its surface told: where it is from, when it was written down, what this
 * browser noted about it, and what it ran. In each entry, not once a file: lines may be cut out and put together.
 */
export const EXPORT_FORMAT = 'flowdeck-job';
/** Raise it when a reader of today would misread what is written; new members alone need no new version. */
export const EXPORT_VERSION = 1;

export const ExportNote = z.object({
  format: z.literal(EXPORT_FORMAT),
  version: z.int(),
  exported_at: z.string(),
  surface: z.object({ id: z.string().check(z.minLength(1)), name: z.string(), address: z.string() }),
  starred: z.catch(z.optional(z.boolean()), undefined),
  tags: z.catch(z.optional(z.array(z.string())), undefined),
  rating: z.catch(z.optional(z.literal(RATINGS)), undefined),
});
export type ExportNote = z.infer<typeof ExportNote>;
