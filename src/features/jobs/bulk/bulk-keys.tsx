import { selectedRows } from '@/lib/selection';
import { focusedRow } from '@/shared/page/use-row-navigation';
import { useJobKeys } from '../actions/use-job-actions';
import { groupByServer, type ListRow } from '../job/list-row';
import { rateJobs } from '@/shared/annotations/rate-jobs';
import { useRatingKeys } from '@/shared/annotations/use-rating-keys';
import { openAction, useSelection } from '../selection/selection-store';

/** Offers the actions to shortcuts and palette: for the selected rows, or for the focused one if none is selected. */
export function RowKeys({ rows }: { rows: readonly ListRow[] }) {
  const serversNow = () => {
    const chosen = selectedRows(rows, ({ id }) => id, useSelection.getState().selection);
    if (chosen.length > 0) return groupByServer(chosen);
    const focused = focusedRow();
    return groupByServer(rows.filter(({ id }) => id === focused));
  };
  useJobKeys(serversNow, { open: openAction, asksToRun: true }, false);
  useRatingKeys((rating) => rateJobs(serversNow(), rating), { canClear: true });
  return null;
}
