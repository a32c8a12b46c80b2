import type { StorageArea } from './stored-text';

/** Every key starts with it: other pages of the same origin may store something, too. */
export const KEY_PREFIX = 'flowdeck.';

interface StoredEntry {
  /** Section of the settings page that shows it, and its label there. */
  section?: string;
  label?: string;
  /** Text: where else it is changed. */
  control?: string;
  /** Absent: `local`. */
  area?: StorageArea;
}

/**
 * All text that this browser stores. Keys with a section or a control are user choices; the rest are records. A key that ends in a
 * dot is followed by an id. `defineSetting` gives each its schema and its default, in the code it belongs to. Keys and formats
 * never change: browsers hold values of older versions.
 */
export const STORED = {
  // `public/theme.js` reads the first two before the first paint.
  theme: { section: 'appearance', label: 'Theme' },
  density: { section: 'appearance', label: 'Row height' },
  'time-zone': { section: 'appearance', label: 'Dates and times' },
  previews: { section: 'appearance', label: 'Live previews' },
  'after-run': { section: 'running', label: 'After a single run' },
  'picture-drop': { section: 'running', label: 'Dropped media with a workflow' },
  notices: { section: 'notifications', label: 'Notify me when a job finishes' },
  'notice-sound': { section: 'notifications', label: 'Play a sound' },
  'app-badge': { section: 'notifications', label: 'Badge on the app icon' },
  'single-keys': { section: 'keyboard', label: 'Single-key shortcuts' },
  shortcuts: { section: 'keyboard', label: 'Shortcuts' },
  'zip-pattern': { section: 'downloads', label: 'File names' },
  'list-layout': { control: 'View menu of the job list' },
  'list-columns': { control: 'View menu of the job list' },
  'flow-pane': { control: 'Pane button of the workflow editor' },
  'pane-view': { control: 'Result and Graph in the workflow editor' },
  'graph-layout': { control: 'Tidy layout below a graph' },
  'inputs-pane': { control: 'Inputs button of large viewers' },
  'gallery-side': { control: 'Size of the tiles of the assets page' },
  'batch-grid': { control: 'Size and fit on the page of a batch' },
  // `public/theme.js` reads these two as well.
  'catalog-layout': { control: 'Layout of the model catalog' },
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
