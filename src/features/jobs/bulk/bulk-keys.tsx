import type { FetchedJob } from '@/api/live/merge-job';
import type { Surface } from '@/api/surface';
import type { CommandHandler } from '@/shared/commands/mounted-commands';
import { useCommands } from '@/shared/commands/use-commands';
import { focusedRow } from '@/shared/page/use-row-navigation';
import { groupByServer, rowsOf, type ListRow } from '../list/list-row';
import { rateJobs } from '@/shared/annotations/rate-jobs';
import { useRatingKeys } from '@/shared/annotations/use-rating-keys';
import { selectedRows } from '../selection/selection-model';
import { useSelection } from '../selection/selection-store';
import { useBulkActions } from './use-bulk-actions';

/** Offers the bulk actions to shortcuts and palette: for the selected rows, or for the focused one if none is selected. */
export function RowKeys({ rows }: { rows: readonly ListRow[] }) {
  const rowsNow = (): readonly ListRow[] => {
    const chosen = selectedRows(rows, ({ id }) => id, useSelection.getState().selection);
    if (chosen.length > 0) return chosen;
    const focused = focusedRow();
    return rows.filter(({ id }) => id === focused);
  };
  const actions = useBulkActions(rowsNow);
  const hasRows = () => rowsNow().length > 0;
  const onRows = (action: CommandHandler): CommandHandler => ({
    run: action.run,
    isAvailable: hasRows,
    // Computed on demand, since it iterates over all selected rows.
    get disabledReason() {
      return action.disabledReason ?? null;
    },
  });
  useCommands({
    star: onRows(actions.star),
    tags: onRows(actions.tags),
    cancel: onRows(actions.cancel),
    'run-again': onRows(actions.run),
    compare: onRows(actions.compare),
    'copy-id': onRows(actions.copy),
    'save-outputs': onRows(actions.save),
    export: onRows(actions.export),
    delete: onRows(actions.delete),
  });
  useRatingKeys((rating) => rateJobs(groupByServer(rowsNow()), rating), { canClear: true });
  return null;
}

/** Shortcuts for the list of one server. */
export function BulkKeys({ surface, rows }: { surface: Surface; rows: readonly FetchedJob[] }) {
  return <RowKeys rows={rowsOf(surface, rows)} />;
}
