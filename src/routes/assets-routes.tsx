import { createRoute } from '@tanstack/react-router';
import { z } from 'zod/mini';
import { ASSET_KINDS } from '@contract/console/asset-kinds';
import { RATINGS } from '@/domains/annotations/job-annotation';
import { ASSETS_TABS } from '@/features/assets/assets-search';
import { PERIODS } from '@/lib/days';
import { pageComponent } from './page-code';
import { surfaceRoute } from './surface-route';

const day = () => z.catch(z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))), undefined);
const text = () => z.catch(z.optional(z.string()), undefined);

/** `AssetsSearch` says what they mean. */
const assetsSearch = z.object({
  kind: z.catch(z.optional(z.enum(ASSETS_TABS)), undefined),
  type: z.catch(z.optional(z.enum(ASSET_KINDS)), undefined),
  period: z.catch(z.optional(z.enum(PERIODS)), undefined),
  from: day(),
  to: day(),
  q: text(),
  title: text(),
  like: text(),
  workflow: text(),
  rated: z.catch(z.optional(z.literal(RATINGS)), undefined),
  asset: text(),
  large: z.catch(z.optional(z.literal(true)), undefined),
});

export const assetsRoute = createRoute({
  getParentRoute: () => surfaceRoute,
  path: 'assets',
  validateSearch: (search) => assetsSearch.parse(search),
  component: pageComponent(() => import('@/features/assets/assets-page'), 'AssetsPage'),
});
