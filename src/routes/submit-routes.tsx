import { createRoute } from '@tanstack/react-router';
import { pageComponent } from './page-code';
import { surfaceRoute } from './surface-route';

export const submitRoute = createRoute({
  getParentRoute: () => surfaceRoute,
  path: 'submit',
  component: pageComponent(() => import('@/features/submit/submit-page'), 'SubmitPage'),
});

export const editorRoute = createRoute({
  getParentRoute: () => surfaceRoute,
  path: 'submit/$draftId',
  component: pageComponent(() => import('@/features/submit/editor-page'), 'EditorPage'),
});
