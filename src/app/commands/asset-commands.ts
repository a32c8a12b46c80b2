import { ownKeys } from '@contract/typed-objects';
import { ASSET_ACTIONS } from '@/features/assets/actions/asset-actions';
import { RATE_COMMANDS, type CommandId } from '@/shared/commands/command-keys';
import type { Command } from './command';

/** Needs a focused file, and nothing of the palette. */
const KEY_ONLY: ReadonlySet<CommandId> = new Set(['open', 'select']);

/** Commands of the files: for the selected ones, otherwise for the focused or the opened one. */
export const ASSET_COMMANDS: readonly Command[] = [
  ...ownKeys(ASSET_ACTIONS).flatMap((id): Command[] => {
    const { label: title, icon, command, keywords = '' } = ASSET_ACTIONS[id];
    if (!command) return [];
    const shown = KEY_ONLY.has(command) ? { isKeyOnly: true } : { icon, keywords };
    return [{ id: `file-${id}`, title, group: 'Files', place: 'assets', commands: [command], ...shown }];
  }),
  { id: 'file-rate', title: 'Rate', group: 'Files', place: 'assets', commands: RATE_COMMANDS, isKeyOnly: true },
  {
    id: 'file-unrate',
    title: 'Clear rating',
    group: 'Files',
    place: 'assets',
    commands: ['clear-rating'],
    isKeyOnly: true,
  },
  {
    id: 'file-unselect',
    title: 'Clear the selection',
    group: 'Files',
    place: 'assets',
    commands: ['clear-selection'],
    isKeyOnly: true,
  },
  { id: 'file-larger', title: 'Larger tiles', group: 'Files', place: 'assets', commands: ['zoom-in'], isKeyOnly: true },
  {
    id: 'file-smaller',
    title: 'Smaller tiles',
    group: 'Files',
    place: 'assets',
    commands: ['zoom-out'],
    isKeyOnly: true,
  },
];
