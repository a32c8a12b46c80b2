import { ListedJob } from '@contract/jobs/schemas';
import { z } from 'zod/mini';
import { call } from '../client';
import type { Surface } from '../surface';

/**
 * Formats of job lists differ between surfaces (docs/api-notes.md, Job list); items are parsed one by one, so that an invalid
 * item does not hide the rest.
 */
export const ListedPage = z.looseObject({
  jobs: z.optional(z.array(z.unknown())),
  data: z.optional(z.array(z.unknown())),
  items: z.optional(z.array(z.unknown())),
  next_cursor: z.optional(z.nullable(z.string())),
  truncated: z.optional(z.boolean()),
  /** Our gateway only: matches by status. */
  counts: z.optional(z.record(z.string(), z.number())),
  /** Our gateway only: the counts are lower bounds. */
  counts_at_least: z.optional(z.boolean()),
  /** Our gateway only: older jobs that a search for inputs cannot find yet. */
  inputs_pending: z.optional(z.number()),
});
export type ListedPage = z.infer<typeof ListedPage>;

/** Returns the unparsed jobs of a page: servers name the array differently. */
export function itemsOf(page: ListedPage): readonly unknown[] {
  return page.jobs ?? page.data ?? page.items ?? [];
}

/** Requests one page of a surface's job list and returns the jobs that can be read. Screens use `domains/jobs/job-queries.ts`. */
export async function listedJobs(
  surface: Surface,
  query: Readonly<Record<string, string>>,
  signal: AbortSignal,
  { isAlwaysSent = false } = {},
): Promise<ListedJob[]> {
  const { body } = await call(surface, 'listJobs', { query, read: ListedPage, signal, isAlwaysSent });
  return itemsOf(body).flatMap((item) => {
    const job = ListedJob.safeParse(item);
    return job.success ? [job.data] : [];
  });
}
