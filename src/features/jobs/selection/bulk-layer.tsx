import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { Surface } from '@/api/surface';
import { jobOfRow, serverRowId, type ListRow } from '../list-row';
import { endRequest, useSelection } from './selection-store';

const BulkDialog = lazy(async () => ({ default: (await import('./bulk-dialog')).BulkDialog }));
const TagsDialog = lazy(async () => ({ default: (await import('../annotations/tags-dialog')).TagsDialog }));
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
  // Jobs go on while somebody reads what will happen to them.
  const now = new Map(rows.map(({ surface, reading: { job } }) => [serverRowId(surface.id, job.id), job]));
  const servers =
    action === 'clear_queue'
      ? [{ surface: ofPage, jobs: [] }]
      : request.servers.map(({ surface, jobs }) => ({
          surface,
          jobs: jobs.map((job) => now.get(serverRowId(surface.id, job.id)) ?? job),
        }));
  return (
    <Suspense>
      {action === 'delete' ? (
        <DeleteJobsDialog servers={servers} onClose={endRequest} />
      ) : action === 'rename' ? (
        servers.flatMap(({ surface, jobs }) =>
          jobs.map((job) => <RenameJobDialog key={job.id} surface={surface} job={job} onClose={endRequest} />),
        )
      ) : action === 'export' ? (
        <ExportDialog servers={servers} onClose={endRequest} />
      ) : action === 'tags' ? (
        <TagsDialog servers={servers} onClose={endRequest} />
      ) : (
        <BulkDialog action={action} servers={servers} onClose={endRequest} />
      )}
    </Suspense>
  );
}
