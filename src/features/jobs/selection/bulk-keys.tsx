import type { FetchedJob } from '@/api/live/merge-job';
import type { Surface } from '@/api/surface';
import { usePageActions } from '@/shared/page-actions';
import { focusedRow } from '@/shared/use-row-keys';
import { byServer, rowsOf, type ListRow } from '../list-row';
import { rateJobs } from '../annotations/rate-jobs';
import { useRatingKeys } from '../annotations/use-rating-keys';
import { chosenIn } from './selection-model';
import { useSelection } from './selection-store';
import { useBulkActions } from './use-bulk-actions';

/** Offers the bulk actions to shortcuts and palette: for the selected rows, or for the focused one if none is selected. */
export function RowKeys({ rows }: { rows: readonly ListRow[] }) {
  const rowsNow = (): readonly ListRow[] => {
    const chosen = chosenIn(rows, ({ id }) => id, useSelection.getState().selection);
    if (chosen.length > 0) return chosen;
    const focused = focusedRow();
    return rows.filter(({ id }) => id === focused);
  };
  const actions = useBulkActions(rowsNow);
  usePageActions(Object.fromEntries(Object.entries(actions).map(([name, action]) => [`selected-${name}`, action])));
  useRatingKeys((rating) => rateJobs(byServer(rowsNow()), rating), { canClear: true });
  return null;
}

/** Of the list of one server. */
export function BulkKeys({ surface, rows }: { surface: Surface; rows: readonly FetchedJob[] }) {
  return <RowKeys rows={rowsOf(surface, rows)} />;
}
