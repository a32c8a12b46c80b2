import { createRoute } from '@tanstack/react-router';
import { z } from 'zod/mini';
import { CHARGES, MODALITIES, CATALOG_VIEWS } from '@/features/models/catalog/catalog-search';
import { pageComponent } from './page-code';
import { surfaceRoute } from './surface-route';

/** In a hand-written URL, a version may be parsed as a number. */
const text = z.catch(z.optional(z.coerce.string()), undefined);

const oneOf = <const Word extends string>(words: readonly Word[]) => z.catch(z.optional(z.enum(words)), undefined);

const catalogSearch = z.object({
  q: text,
  provider: text,
  makes: oneOf(MODALITIES),
  refusal: oneOf(CHARGES),
  show: oneOf(CATALOG_VIEWS),
});

const loadModelsPage = () => import('@/features/models/catalog/models-page');

export const modelsRoute = createRoute({
  getParentRoute: () => surfaceRoute,
  path: 'models',
  validateSearch: (search) => catalogSearch.parse(search),
  loader: async ({ context }) => {
    const { requestCatalog } = await loadModelsPage();
    requestCatalog(context.queryClient, context.surface);
  },
  component: pageComponent(loadModelsPage, 'ModelsPage'),
});

const modelSearch = z.object({
  /** Absent is the form. */
  view: oneOf(['json', 'code']),
  /** Id of the opened run; the newest if absent. */
  run: text,
  /** On a phone, where input and result are steps. */
  step: oneOf(['result', 'history']),
});

const loadModelPage = () => import('@/features/models/playground/model-page');

export const modelRoute = createRoute({
  getParentRoute: () => surfaceRoute,
  path: 'models/$provider/$model',
  validateSearch: (search) => modelSearch.parse(search),
  loader: async ({ context, params: { provider, model } }) => {
    const { awaitModel } = await loadModelPage();
    await awaitModel(context.queryClient, context.surface, `${provider}/${model}`);
  },
  component: pageComponent(loadModelPage, 'ModelPage'),
});

export const modelRunsRoute = createRoute({
  getParentRoute: () => surfaceRoute,
  path: 'models/runs',
  component: pageComponent(() => import('@/features/models/history/runs-page'), 'RunsPage'),
});
