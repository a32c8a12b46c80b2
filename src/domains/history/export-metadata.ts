import { z } from 'zod/mini';
import { RATINGS } from '../annotations/job-annotation';

/**
 * Metadata of an exported job in addition to the job itself: source, export time, annotations and workflow. Part of each entry, not
 * of the file, so that lines of several files can be combined.
 */
export const EXPORT_FORMAT = 'flowdeck-job';
/** Increment for incompatible changes; new properties alone need no new version. */
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
