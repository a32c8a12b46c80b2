import { createRoute, redirect } from '@tanstack/react-router';
import { z } from 'zod/mini';
import { pageComponent } from './page-code';
import { surfaceRoute } from './surface-route';

const whole = z.catch(z.optional(z.number()), undefined);

const batchSearch = z.object({
  /** Indexes of the axes that are columns and rows. */
  x: whole,
  y: whole,
  /** Only shown value of the other axes: `0:2,1:0`. */
  at: z.catch(z.optional(z.string()), undefined),
  /** Only starred cells. */
  star: z.catch(z.optional(z.literal(true)), undefined),
  /** Number of the opened cell, from 1. */
  cell: whole,
});

export const batchesRoute = createRoute({
  getParentRoute: () => surfaceRoute,
  path: 'batches',
  // They are a tab of the jobs.
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/$surface/jobs', params, search: { status: 'batches' }, replace: true });
  },
});

export const batchRoute = createRoute({
  getParentRoute: () => surfaceRoute,
  path: 'batches/$batchId',
  validateSearch: (search) => batchSearch.parse(search),
  component: pageComponent(() => import('@/features/batches/page/batch-page'), 'BatchPage'),
});
