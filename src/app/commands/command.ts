import type { LucideIcon } from 'lucide-react';
import type { SettingsSection } from '@/app/settings/section-list';
import type { Density } from '@/features/jobs/view/list-view';
import type { Theme } from '@/lib/theme';
import type { TimeZone } from '@/lib/time-zone';
import type { PageAction } from '@/shared/page-actions';
import { keysOf } from '@/shared/shortcuts/keymap';
import type { ShortcutId } from '@/shared/shortcuts/shortcut-table';

/** Where a command has a meaning. */
export type Place = 'everywhere' | 'jobs' | 'job' | 'viewer' | 'editor' | 'assets' | 'models' | 'model';

export const GROUPS = [
  'Go to',
  'Everywhere',
  'Theme',
  'Job list',
  'Job page',
  'Large view and compare',
  'Files',
  'Workflow editor',
  'Models',
] as const;
export type CommandGroup = (typeof GROUPS)[number];

/** What commands may do; the shell hands it in. */
export interface CommandContext {
  goToJobs: (status?: string) => void;
  goToSubmit: () => void;
  goToAssets: () => void;
  goToModels: () => void;
  openPalette: () => void;
  openSheet: () => void;
  openOutbox: () => void;
  openSettings: (section?: SettingsSection) => void;
  openConnection: () => void;
  importJobs: () => void;
  clearQueue: () => void;
  /** Whether rows of the list are chosen. */
  hasSelection: () => boolean;
  /** Whether a row of the list has the focus. */
  hasFocusedRow: () => boolean;
  hasSearch: () => boolean;
  /** Puts the focus on the search field of the page. */
  focusSearch: () => void;
  /** Whether this browser has a session that can be ended. */
  isSignedIn: () => boolean;
  signOut: () => void;
  setTheme: (theme: Theme) => void;
  setDensity: (density: Density) => void;
  setTimeZone: (timeZone: TimeZone) => void;
  /** What the page in view offers under the id of a command; null where it does not. */
  pageAction: (id: string) => PageAction | null;
}

export interface Command {
  id: string;
  title: string;
  group: CommandGroup;
  place: Place;
  /** Its shortcuts; commands of several places share one. The keys are in `shared/shortcuts/`. */
  shortcuts?: readonly ShortcutId[];
  icon?: LucideIcon;
  /** More words to be found by. */
  keywords?: string;
  /** Absent: the page itself listens to the shortcut. */
  run?: (context: CommandContext) => void;
  /** The palette goes on with a list of its own. */
  list?: 'samples' | 'job-id';
  /** Whether there is something to do it to; absent: always. */
  canRun?: (context: CommandContext) => boolean;
  /** Why it cannot be done now, though it has a meaning here. */
  disabledReason?: (context: CommandContext) => string | null;
  /** Moves within a list make no sense in the palette. */
  isKeyOnly?: boolean;
}

/** The current keys of a command; the first is the one to show beside it. */
export function keysOfCommand({ shortcuts = [] }: Command): readonly string[] {
  return shortcuts.flatMap((id) => keysOf(id));
}
