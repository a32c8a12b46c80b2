import type { LucideIcon } from 'lucide-react';
import { msg, type Message } from '@/lib/i18n/messages';
import type { CommandId } from '@/shared/commands/command-keys';
import { keysOf } from '@/shared/commands/keymap';
import { findHandler, type CommandHandler } from '@/shared/commands/mounted-commands';

/** Where a command applies. */
export type CommandScope =
  | 'everywhere'
  | 'jobs'
  | 'job'
  | 'viewer'
  | 'drafts'
  | 'editor'
  | 'assets'
  | 'models'
  | 'model'
  | 'batch';

/** In the order of the shortcut list. */
export const GROUPS = {
  go: msg('Go to'),
  everywhere: msg('Everywhere'),
  theme: msg('Theme'),
  jobs: msg('Job list'),
  job: msg('Job page'),
  viewer: msg('Large view and compare'),
  files: msg('Files'),
  drafts: msg('Drafts'),
  editor: msg('Workflow editor'),
  models: msg('Models'),
  runs: msg('Model runs'),
  batches: msg('Batches'),
} as const;
export type CommandGroup = keyof typeof GROUPS;

/** Title and place of a command. Its handler is registered by a mounted component with `useCommands`. */
export interface Command {
  id: string;
  title: Message;
  group: CommandGroup;
  place: CommandScope;
  /** The palette runs the first. Entries of several places share one: its keys are in `shared/commands/command-keys.ts`. */
  commands?: readonly CommandId[];
  icon?: LucideIcon;
  /** Additional search words. */
  keywords?: Message | undefined;
  /** The palette continues with a separate list. */
  list?: 'samples' | 'job-id';
  /** Not in the palette, such as row navigation. */
  isKeyOnly?: boolean;
}

/** Returns the current keys of a command, the displayed one first. */
export function keysOfCommand({ commands = [] }: Command): readonly string[] {
  return commands.flatMap((id) => keysOf(id));
}

/** Returns the handler that the palette runs; `null` if no mounted component has one. */
export function findCommandHandler({ commands: [id] = [] }: Command): CommandHandler | null {
  return id === undefined ? null : findHandler(id);
}
