import { GitCompareArrows, type LucideIcon } from 'lucide-react';
import { CELL_ACTIONS } from '@/features/batches/grid/cell-actions';
import { RATE_COMMANDS, type CommandId } from '@/shared/commands/command-keys';
import { ownKeys } from '@contract/typed-objects';
import type { Command } from './command';

/** Commands that need a focused cell, but nothing of the palette. */
const KEY_ONLY: ReadonlySet<CommandId> = new Set(['select']);

/** Commands of the page of a batch, for the focused cell. */
export const BATCH_COMMANDS: readonly Command[] = [
  onCell('open', 'Open the cell', ['open']),
  ...ownKeys(CELL_ACTIONS).flatMap((id) => {
    const { label, icon, command } = CELL_ACTIONS[id];
    return command ? [onCell(id, label, [command], KEY_ONLY.has(command) ? undefined : icon)] : [];
  }),
  onCell('rate', 'Rate', RATE_COMMANDS),
  onCell('show-comparison', 'Compare', ['compare'], GitCompareArrows),
  onCell('select-range', 'Select up to the cell', ['select-range']),
  onCell('select-all', 'Select all cells shown', ['select-all']),
  onCell('unselect', 'Clear the selection', ['clear-selection']),
  onCell('larger', 'Larger cells', ['zoom-in']),
  onCell('smaller', 'Smaller cells', ['zoom-out']),
];

/** Without an icon it is not in the palette, since it needs a focused cell or repeated presses. */
function onCell(id: string, title: string, commands: readonly CommandId[], icon?: LucideIcon): Command {
  return {
    id: `cell-${id}`,
    title,
    group: 'Batches',
    place: 'batch',
    commands,
    ...(icon ? { icon } : { isKeyOnly: true }),
  };
}
