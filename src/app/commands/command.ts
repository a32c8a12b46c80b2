import type { LucideIcon } from 'lucide-react';
import type { CommandId } from '@/shared/commands/command-keys';
import { keysOf } from '@/shared/commands/keymap';
import { findHandler, type CommandHandler } from '@/shared/commands/mounted-commands';

/** Where a command applies. */
export type CommandScope =
  'everywhere' | 'jobs' | 'job' | 'viewer' | 'editor' | 'assets' | 'models' | 'model' | 'batch';

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
  'Model runs',
  'Batches',
] as const;
export type CommandGroup = (typeof GROUPS)[number];

/** Title and place of a command. Its handler is registered by a mounted component with `useCommands`. */
export interface Command {
  id: string;
  title: string;
  group: CommandGroup;
  place: CommandScope;
  /** The palette runs the first. Entries of several places share one: its keys are in `shared/commands/command-keys.ts`. */
  commands?: readonly CommandId[];
  icon?: LucideIcon;
  /** Additional search words. */
  keywords?: string;
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
