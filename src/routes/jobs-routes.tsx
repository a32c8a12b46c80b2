import { createRoute } from '@tanstack/react-router';
import { z } from 'zod/mini';
import { JOB_SORTS } from '@contract/console/job-sorts';
import { PERIODS, RANS } from '@/features/jobs/jobs-search';
import { pageComponent } from './page-code';
import { surfaceRoute } from './surface-route';

/** An address made by hand gives a seed, a tag or the start of an id as a number. */
const text = z.catch(z.optional(z.coerce.string()), undefined);
const word = z.catch(z.optional(z.string()), undefined);
const isOn = z.catch(z.optional(z.literal(true)), undefined);

const day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/));

const jobsSearch = z.object({
  /** One of the seven, or a comma list; absent shows all. */
  status: word,
  q: text,
  period: z.catch(z.optional(z.enum(PERIODS)), undefined),
  from: z.catch(z.optional(day), undefined),
  to: z.catch(z.optional(day), undefined),
  sort: z.catch(z.optional(z.enum(JOB_SORTS)), undefined),
  ran: z.catch(z.optional(z.enum(RANS)), undefined),
  title: text,
  /** Comma list of the ids of jobs that are compared. */
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
  tab: z.catch(z.optional(z.enum(['graph', 'nodes', 'log', 'workflow', 'details', 'json'])), undefined),
  /** Id of the chosen node of the graph; most are digits, which an address made by hand gives as a number. */
  node: text,
  /** Id of the chosen output; while two are compared, of the one on the right. */
  output: word,
  /** Id of the output on the left of a comparison. */
  compare: word,
  /** Comma list of ids: what else is compared. */
  more: word,
  mode: z.catch(z.optional(z.enum(['slider', 'side', 'flicker', 'difference'])), undefined),
  /** `server/job`: the run at another server that this one is compared with. */
  with: word,
});

export const jobsRoute = createRoute({
  getParentRoute: () => surfaceRoute,
  path: 'jobs',
  validateSearch: (search) => jobsSearch.parse(search),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const { awaitFirstResponses } = await import('@/features/jobs/jobs-page');
    await awaitFirstResponses(context.queryClient, context.surface, deps);
  },
  component: pageComponent(() => import('@/features/jobs/jobs-page'), 'JobsPage'),
});

export const jobRoute = createRoute({
  getParentRoute: () => surfaceRoute,
  path: 'jobs/$jobId',
  validateSearch: (search) => jobSearch.parse(search),
  component: pageComponent(() => import('@/features/jobs/job-page'), 'JobPage'),
});
