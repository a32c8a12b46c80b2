import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { surfaceRoute } from './surface-route';

export const submitRoute = createRoute({
  getParentRoute: () => surfaceRoute,
  path: 'submit',
  component: lazyRouteComponent(() => import('@/features/submit/submit-page'), 'SubmitPage'),
});

export const editorRoute = createRoute({
  getParentRoute: () => surfaceRoute,
  path: 'submit/$draftId',
  component: lazyRouteComponent(() => import('@/features/submit/editor-page'), 'EditorPage'),
});
