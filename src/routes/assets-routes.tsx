import { createRoute } from '@tanstack/react-router';
import { z } from 'zod/mini';
import { pageComponent } from './page-code';
import { surfaceRoute } from './surface-route';

const assetsSearch = z.object({
  /** Absent shows all. */
  kind: z.catch(z.optional(z.enum(['uploads', 'outputs', 'starred'])), undefined),
  /** Part of the name, or the beginning of the hash or of the job's id. */
  q: z.catch(z.optional(z.string()), undefined),
  /** Id of the opened file. */
  asset: z.catch(z.optional(z.string()), undefined),
});

export const assetsRoute = createRoute({
  getParentRoute: () => surfaceRoute,
  path: 'assets',
  validateSearch: (search) => assetsSearch.parse(search),
  component: pageComponent(() => import('@/features/assets/assets-page'), 'AssetsPage'),
});
