import type { ListedJob } from '@contract/jobs/schemas';
import type { JobReading } from '@/api/live/merge-job';
import type { Surface } from '@/api/surface';
import { usePageActions } from '@/shared/page-actions';
import { focusedRow } from '@/shared/use-row-keys';
import { rateJobs } from '../marks/rate-jobs';
import { useRatingKeys } from '../marks/use-rating-keys';
import { chosenIn } from './selection-model';
import { useSelection } from './selection-store';
import { useBulkActions } from './use-bulk-actions';

/** Offers the bulk actions to shortcuts and palette: for the selected rows, or for the focused one if none is selected. */
export function BulkKeys({ surface, rows }: { surface: Surface; rows: readonly JobReading[] }) {
  const jobsNow = (): readonly ListedJob[] => {
    const chosen = chosenIn(rows, ({ job }) => job.id, useSelection.getState().selection);
    if (chosen.length > 0) return chosen.map(({ job }) => job);
    const focused = focusedRow();
    return rows.filter(({ job }) => job.id === focused).map(({ job }) => job);
  };
  const actions = useBulkActions(surface, jobsNow);
  usePageActions(Object.fromEntries(Object.entries(actions).map(([name, action]) => [`selected-${name}`, action])));
  useRatingKeys((rating) => rateJobs(surface, jobsNow(), rating), { canClear: true });
  return null;
}
