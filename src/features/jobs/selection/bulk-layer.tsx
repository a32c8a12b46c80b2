import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { Surface } from '@/api/surface';
import { jobOfRow, type ListRow } from '../list-row';
import { endRequest, useSelection } from './selection-store';

const BulkDialog = lazy(async () => ({ default: (await import('./bulk-dialog')).BulkDialog }));
const TagsDialog = lazy(async () => ({ default: (await import('../marks/tags-dialog')).TagsDialog }));
const DeleteJobsDialog = lazy(async () => ({ default: (await import('../delete-jobs-dialog')).DeleteJobsDialog }));
const RenameJobDialog = lazy(async () => ({ default: (await import('../rename-job-dialog')).RenameJobDialog }));
const ExportDialog = lazy(async () => ({ default: (await import('./export-dialog')).ExportDialog }));

const CompareJobsDialog = lazy(async () => ({
  default: (await import('../compare/compare-jobs-dialog')).CompareJobsDialog,
}));

const route = getRouteApi('/$surface/jobs');

interface BulkLayerProps {
  surface: Surface;
  rows: readonly ListRow[];
  /** Comma list of ids, from the address. */
  compared: string | undefined;
}

/** The dialog of what was asked for of several jobs. */
export function BulkLayer({ surface: ofPage, rows, compared }: BulkLayerProps) {
  const navigate = route.useNavigate();
  const request = useSelection((state) => state.request);
  if (compared) {
    return (
      <Suspense>
        <CompareJobsDialog
          jobs={compared.split(',').map((id) => jobOfRow(id, ofPage))}
          onClose={() => void navigate({ search: ({ compare: _compare, ...rest }) => rest, replace: true })}
        />
      </Suspense>
    );
  }
  if (!request) return null;
  const { action } = request;
  const surface = request.surface ?? ofPage;
  // Jobs go on while somebody reads what will happen to them.
  const now = new Map(
    rows.flatMap(({ surface: { id }, reading: { job } }) => (id === surface.id ? [[job.id, job]] : [])),
  );
  const jobs = request.jobs.map((job) => now.get(job.id) ?? job);
  return (
    <Suspense>
      {action === 'delete' ? (
        <DeleteJobsDialog surface={surface} jobs={jobs} onClose={endRequest} />
      ) : action === 'rename' ? (
        jobs.slice(0, 1).map((job) => <RenameJobDialog key={job.id} surface={surface} job={job} onClose={endRequest} />)
      ) : action === 'export' ? (
        <ExportDialog surface={surface} jobs={jobs} onClose={endRequest} />
      ) : action === 'tags' ? (
        <TagsDialog surface={surface} jobs={jobs} onClose={endRequest} />
      ) : (
        <BulkDialog surface={surface} action={action} jobs={jobs} onClose={endRequest} />
      )}
    </Suspense>
  );
}
