/** Sections of the settings page in order; the ids are fragments of its URL. */
export const SETTINGS_SECTIONS = [
  ['appearance', 'Appearance'],
  ['running', 'Running'],
  ['notifications', 'Notifications'],
  ['webhook', 'Webhook'],
  ['keyboard', 'Keyboard'],
  ['downloads', 'Downloads'],
  ['servers', 'Servers'],
  ['connection', 'Connection'],
  ['storage', 'Storage'],
  ['diagnostics', 'Diagnostics'],
] as const;

export type SettingsSection = (typeof SETTINGS_SECTIONS)[number][0];
