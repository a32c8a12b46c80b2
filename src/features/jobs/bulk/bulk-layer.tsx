import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Surface } from '@/api/surface';
import { renameJob } from '@/domains/jobs/change-jobs';
import { t } from '@/lib/i18n/messages';
import { RenameDialog } from '@/shared/rename-dialog';
import { singleJob, type ServerJobs } from '@/shared/servers/server-jobs';
import { jobTitle } from '../job/job-title';
import { jobOfRow, serverRowId, type ListRow } from '../job/list-row';
import { closeAction, useSelection, type BulkAction } from '../selection/selection-store';
import { BulkDialog } from './bulk-dialog';
import { TagsDialog } from '../annotations/tags-dialog';
import { DeleteJobsDialog } from './delete-jobs-dialog';
import { ExportDialog } from '../selection/export-dialog';
import { CompareJobsDialog } from '../compare/compare-jobs-dialog';

const route = getRouteApi('/$surface/jobs');

export interface BulkLayerProps {
  surface: Surface;
  rows: readonly ListRow[];
  /** Comma-separated ids from the URL. */
  compared: string | undefined;
}

/** Dialog of the requested action of the list. */
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
  return <ActionDialog action={action} servers={servers} onClose={closeAction} />;
}

interface ActionDialogProps {
  action: BulkAction;
  servers: readonly ServerJobs[];
  onDeleted?: () => void;
  onClose: () => void;
}

export function ActionDialog({ action, servers, onDeleted, onClose }: ActionDialogProps) {
  const client = useQueryClient();
  const single = singleJob(servers);
  switch (action) {
    case 'delete':
      return <DeleteJobsDialog servers={servers} {...(onDeleted ? { onDeleted } : {})} onClose={onClose} />;
    case 'rename':
      return single ? (
        <RenameDialog
          title={t('Rename job')}
          name={jobTitle(single.job)}
          onRename={(name) => renameJob(client, single.surface, single.job.id, name)}
          onClose={onClose}
        />
      ) : null;
    case 'export':
      return <ExportDialog servers={servers} onClose={onClose} />;
    case 'tags':
      return <TagsDialog servers={servers} onClose={onClose} />;
    default:
      return <BulkDialog action={action} servers={servers} onClose={onClose} />;
  }
}
