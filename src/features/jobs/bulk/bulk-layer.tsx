import { getRouteApi } from '@tanstack/react-router';

import type { Surface } from '@/api/surface';
import { jobOfRow, serverRowId, type ListRow } from '../list/list-row';
import { closeAction, useSelection } from '../selection/selection-store';
import { BulkDialog } from './bulk-dialog';
import { TagsDialog } from '../annotations/tags-dialog';
import { DeleteJobsDialog } from '../actions/delete-jobs-dialog';
import { RenameJobDialog } from '../actions/rename-job-dialog';
import { ExportDialog } from '../selection/export-dialog';
import { CompareJobsDialog } from '../compare/compare-jobs-dialog';

const route = getRouteApi('/$surface/jobs');

export interface BulkLayerProps {
  surface: Surface;
  rows: readonly ListRow[];
  /** Comma-separated ids from the URL. */
  compared: string | undefined;
}

/** Dialog of the requested bulk action. */
export function BulkLayer({ surface: ofPage, rows, compared }: BulkLayerProps) {
  const navigate = route.useNavigate();
  const request = useSelection((state) => state.request);
  if (compared) {
    return (
      <CompareJobsDialog
        jobs={compared.split(',').map((id) => jobOfRow(id, ofPage))}
        onClose={() => void navigate({ search: ({ compare: _compare, ...rest }) => rest, replace: true })}
      />
    );
  }
  if (!request) return null;
  const { action } = request;
  // Jobs may change state while the user reads the dialog.
  const now = new Map(rows.map(({ surface, fetched: { job } }) => [serverRowId(surface.id, job.id), job]));
  const servers =
    action === 'clear_queue'
      ? [{ surface: ofPage, jobs: [] }]
      : request.servers.map(({ surface, jobs }) => ({
          surface,
          jobs: jobs.map((job) => now.get(serverRowId(surface.id, job.id)) ?? job),
        }));
  return action === 'delete' ? (
    <DeleteJobsDialog servers={servers} onClose={closeAction} />
  ) : action === 'rename' ? (
    servers.flatMap(({ surface, jobs }) =>
      jobs.map((job) => <RenameJobDialog key={job.id} surface={surface} job={job} onClose={closeAction} />),
    )
  ) : action === 'export' ? (
    <ExportDialog servers={servers} onClose={closeAction} />
  ) : action === 'tags' ? (
    <TagsDialog servers={servers} onClose={closeAction} />
  ) : (
    <BulkDialog action={action} servers={servers} onClose={closeAction} />
  );
}
