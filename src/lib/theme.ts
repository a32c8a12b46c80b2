import { defineSetting } from './settings/setting';
import { oneOf } from './settings/setting-schemas';

export type Theme = 'system' | 'dark' | 'light';

/** `public/theme.js` applies it before the first paint. */
export const themeSetting = defineSetting<Theme>('theme', {
  schema: oneOf('system', 'dark', 'light'),
  default: 'system',
  onChange(theme) {
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
  },
});
