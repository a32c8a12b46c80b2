import { createRoute } from '@tanstack/react-router';
import { z } from 'zod/mini';
import { JOB_SORTS } from '@contract/console/job-sorts';
import { MIN_DURATIONS } from '@/features/jobs/filters/jobs-search';
import { PERIODS } from '@/lib/days';
import { pageComponent } from './page-code';
import { surfaceRoute } from './surface-route';

/** In a hand-written URL, a seed, a tag or the start of an id may be parsed as a number. */
const text = z.catch(z.optional(z.coerce.string()), undefined);
const word = z.catch(z.optional(z.string()), undefined);
const isOn = z.catch(z.optional(z.literal(true)), undefined);

const day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/));

const jobsSearch = z.object({
  /** One of the seven statuses, a comma-separated list of them, or another tab; absent shows all jobs. */
  status: word,
  q: text,
  period: z.catch(z.optional(z.enum(PERIODS)), undefined),
  from: z.catch(z.optional(day), undefined),
  to: z.catch(z.optional(day), undefined),
  sort: z.catch(z.optional(z.enum(JOB_SORTS)), undefined),
  ran: z.catch(z.optional(z.enum(MIN_DURATIONS)), undefined),
  title: text,
  like: text,
  workflow: text,
  /** Comma-separated ids of compared jobs. */
  compare: word,
  star: isOn,
  tags: text,
  kept: isOn,
  rated: z.catch(z.optional(z.literal([1, 2, 3, 4, 5])), undefined),
  scope: z.catch(z.optional(z.literal('all')), undefined),
  /** Comma list of the ids of servers. */
  servers: text,
});

const jobSearch = z.object({
  tab: z.catch(z.optional(z.enum(['inputs', 'graph', 'nodes', 'log', 'workflow', 'details', 'json'])), undefined),
  /** Id of the selected graph node; most consist of digits, which a hand-written URL yields as a number. */
  node: text,
  /** Id of the selected output; in a comparison, of the right one. */
  output: word,
  /** Id of the left output of a comparison. */
  compare: word,
  /** Comma-separated ids of further compared outputs. */
  more: word,
  mode: z.catch(z.optional(z.enum(['slider', 'side', 'flicker', 'difference'])), undefined),
  /** `server/job`: the compared run on another server. */
  with: word,
});

const loadJobsPage = () => import('@/app/jobs-and-batches-page');

export const jobsRoute = createRoute({
  getParentRoute: () => surfaceRoute,
  path: 'jobs',
  validateSearch: (search) => jobsSearch.parse(search),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const { awaitFirstResponses } = await loadJobsPage();
    await awaitFirstResponses(context.queryClient, context.surface, deps);
  },
  component: pageComponent(loadJobsPage, 'JobsAndBatchesPage'),
});

export const jobRoute = createRoute({
  getParentRoute: () => surfaceRoute,
  path: 'jobs/$jobId',
  validateSearch: (search) => jobSearch.parse(search),
  component: pageComponent(() => import('@/features/jobs/detail/job-page'), 'JobPage'),
});
