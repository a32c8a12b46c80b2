import { msg } from '@/lib/i18n/messages';

/** Sections of the settings page in order; the ids are fragments of its URL. */
export const SETTINGS_SECTIONS = [
  ['appearance', msg('Appearance')],
  ['running', msg('Runs')],
  ['notifications', msg('Notifications')],
  ['webhook', msg('Webhook')],
  ['keyboard', msg('Keyboard')],
  ['downloads', msg('Downloads')],
  ['servers', msg('Servers')],
  ['providers', msg('Provider keys')],
  ['connection', msg('Connection')],
  ['storage', msg('Storage')],
  ['diagnostics', msg('Diagnostics')],
] as const;

export type SettingsSection = (typeof SETTINGS_SECTIONS)[number][0];
