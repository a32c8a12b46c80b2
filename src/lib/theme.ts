import { writeSetting } from './local-storage';

export type Theme = 'system' | 'dark' | 'light';

/** Read by `public/theme.js` before the first paint. */
export const THEME_KEY = 'flowdeck.theme';

export function readTheme(): Theme {
  const theme = document.documentElement.dataset['theme'];
  return theme === 'dark' || theme === 'light' ? theme : 'system';
}

const listeners = new Set<() => void>();

/** Calls back when the theme is chosen anew. Ends with the returned function. */
export function onThemeChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  writeSetting(THEME_KEY, theme === 'system' ? null : theme);
  for (const listener of listeners) listener();
}
