/** Sections of the settings page in their order; the ids are the fragments of its URL. */
export const SETTINGS_SECTIONS = [
  ['appearance', 'Appearance'],
  ['running', 'Running'],
  ['notifications', 'Notifications'],
  ['keyboard', 'Keyboard'],
  ['downloads', 'Downloads'],
  ['servers', 'Servers'],
  ['connection', 'Connection'],
  ['storage', 'Storage'],
] as const;

export type SettingsSection = (typeof SETTINGS_SECTIONS)[number][0];
