import { createRoute } from '@tanstack/react-router';
import { pageComponent } from './page-code';
import { surfaceRoute } from './surface-route';

export const settingsRoute = createRoute({
  getParentRoute: () => surfaceRoute,
  path: 'settings',
  component: pageComponent(() => import('@/app/settings/settings-page'), 'SettingsPage'),
});
