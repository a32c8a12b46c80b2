import { lazy, Suspense } from 'react';
import type { JobReading } from '@/api/live/merge-job';
import type { Surface } from '@/api/surface';
import { endRequest, useSelection } from './selection-store';

const BulkDialog = lazy(async () => ({ default: (await import('./bulk-dialog')).BulkDialog }));
const ExportDialog = lazy(async () => ({ default: (await import('./export-dialog')).ExportDialog }));

/** The dialog of what was asked for of several jobs. */
export function BulkLayer({ surface, rows }: { surface: Surface; rows: readonly JobReading[] }) {
  const request = useSelection((state) => state.request);
  if (!request) return null;
  const { action } = request;
  // Jobs go on while somebody reads what will happen to them.
  const now = new Map(rows.map(({ job }) => [job.id, job]));
  const jobs = request.jobs.map((job) => now.get(job.id) ?? job);
  return (
    <Suspense>
      {action === 'export' ? (
        <ExportDialog jobs={jobs} onClose={endRequest} />
      ) : (
        <BulkDialog surface={surface} action={action} jobs={jobs} onClose={endRequest} />
      )}
    </Suspense>
  );
}
