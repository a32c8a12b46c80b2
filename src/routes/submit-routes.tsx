import { createRoute } from '@tanstack/react-router';
import { z } from 'zod/mini';
import { pageComponent } from './page-code';
import { surfaceRoute } from './surface-route';

const editorSearch = z.object({
  /** Id of the node whose card is scrolled into view; ids of digits are parsed as numbers. */
  node: z.catch(z.optional(z.coerce.string()), undefined),
  /** Id of the batch to plan again in the sweep dialog. */
  sweep: z.catch(z.optional(z.string()), undefined),
});

export const submitRoute = createRoute({
  getParentRoute: () => surfaceRoute,
  path: 'submit',
  component: pageComponent(() => import('@/features/submit/start/submit-page'), 'SubmitPage'),
});

export const editorRoute = createRoute({
  getParentRoute: () => surfaceRoute,
  path: 'submit/$draftId',
  validateSearch: (search) => editorSearch.parse(search),
  component: pageComponent(() => import('@/features/submit/editor/editor-page'), 'EditorPage'),
});
