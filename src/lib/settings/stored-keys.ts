import { msg, type Message } from '../i18n/messages';
import type { StorageArea } from './stored-text';

/** Every key starts with it: other pages of the same origin may store something, too. */
export const KEY_PREFIX = 'flowdeck.';

interface StoredEntry {
  /** Section of the settings page that shows it, and its label there. */
  section?: string;
  label?: Message;
  /** Text: where else it is changed. */
  control?: Message;
  /** Absent: `local`. */
  area?: StorageArea;
}

/**
 * All text that this browser stores. Keys with a section or a control are user choices; the rest are records. A key that ends in a
 * dot is followed by an id. `defineSetting` gives each its schema and its default, in the code it belongs to. Keys and formats
 * never change: browsers hold values of older versions.
 */
export const STORED = {
  // `public/theme.js` reads the first three before the first paint.
  language: { section: 'appearance', label: msg('Language') },
  theme: { section: 'appearance', label: msg('Theme') },
  density: { section: 'appearance', label: msg('Row height') },
  'time-zone': { section: 'appearance', label: msg('Dates and times') },
  previews: { section: 'appearance', label: msg('Live previews') },
  'after-run': { section: 'running', label: msg('After a single run') },
  'seed-timing': { section: 'running', label: msg('When seeds change') },
  'picture-drop': { section: 'running', label: msg('Dropped media with a workflow') },
  notices: { section: 'notifications', label: msg('Notify me when a job finishes') },
  'notice-sound': { section: 'notifications', label: msg('Play a sound') },
  'app-badge': { section: 'notifications', label: msg('Badge on the app icon') },
  'single-keys': { section: 'keyboard', label: msg('Single-key shortcuts') },
  shortcuts: { section: 'keyboard', label: msg('Shortcuts') },
  'zip-pattern': { section: 'downloads', label: msg('File names') },
  'list-layout': { control: msg('View menu of the job list') },
  'list-columns': { control: msg('View menu of the job list') },
  'flow-pane': { control: msg('Pane button of the workflow editor') },
  'pane-view': { control: msg('Result and Graph in the workflow editor') },
  'graph-layout': { control: msg('Tidy layout below a graph') },
  'inputs-pane': { control: msg('Inputs button of large viewers') },
  'gallery-side': { control: msg('Size of the tiles of the gallery') },
  'batch-grid': { control: msg('Size and fit on the page of a batch') },
  // `public/theme.js` reads these two as well.
  'catalog-layout': { control: msg('Layout of the model catalog') },
  'model-files.recent': {},
  'inputs.used': {},
  'models.recent': {},
  'models.favourites': {},
  stars: {},
  snippets: {},
  'kept-results': {},
  canceled: {},
  'seen-running': {},
  'scenes.failed': {},
  // Also read by `public/theme.js`.
  returning: {},
  'home.': {},
  'interrupted-offered': {},
  session: {},
  surfaces: {},
  capabilities: {},
  'credential.': {},
  'partner-key.': {},
  'partner-key-kind.': {},
  'credential-of-tab.': { area: 'session' },
  'partner-key-of-tab.': { area: 'session' },
  'credentials-of-reload': { area: 'session' },
  'draft-of-reload': { area: 'session' },
  'input-of-reload': { area: 'session' },
  'list-order': { area: 'session' },
  'toggled-batches': { area: 'session' },
} as const satisfies Readonly<Record<string, StoredEntry>>;

export type StoredKey = keyof typeof STORED;
export type FamilyKey = Extract<StoredKey, `${string}.`>;
export type SettingKey = Exclude<StoredKey, FamilyKey>;

export function entryOf(key: StoredKey): StoredEntry {
  return STORED[key];
}

/** Keys of user settings, in the order of the settings page. */
// A table of this module: it has no other keys.
export const CHOICES = (Object.keys(STORED) as StoredKey[]).filter(
  (key) => entryOf(key).section !== undefined || entryOf(key).control !== undefined,
);
