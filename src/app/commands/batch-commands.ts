import { GitCompareArrows, PencilLine, RotateCcw, Star, type LucideIcon } from 'lucide-react';
import { RATE_COMMANDS, type CommandId } from '@/shared/commands/command-keys';
import type { Command } from './command';

/** Commands of the page of a batch, for the focused cell. */
export const BATCH_COMMANDS: readonly Command[] = [
  onCell('open', 'Open the cell', ['open']),
  onCell('star', 'Star the cell', ['star'], Star),
  onCell('rate', 'Rate the cell', RATE_COMMANDS),
  onCell('compare-add', 'Add the cell to the comparison', ['compare-add'], GitCompareArrows),
  onCell('compare', 'Compare the chosen cells', ['compare'], GitCompareArrows),
  onCell('select', 'Select the cell', ['select']),
  onCell('select-range', 'Select up to the cell', ['select-range']),
  onCell('select-all', 'Select all cells shown', ['select-all']),
  onCell('unselect', 'Clear the selection', ['clear-selection']),
  onCell('run-again', 'Run the cell or the selected ones again', ['run-again'], RotateCcw),
  onCell('edit', 'Run the cell again with other values…', ['edit'], PencilLine),
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
