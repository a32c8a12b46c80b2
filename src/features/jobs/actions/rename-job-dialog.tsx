import { useQueryClient } from '@tanstack/react-query';
import type { ListedJob } from '@contract/jobs/schemas';
import { renameJob } from '@/domains/jobs/change-jobs';
import type { Surface } from '@/api/surface';
import { RenameDialog } from '@/shared/rename-dialog';
import { jobTitle } from '../job-title';

interface RenameJobDialogProps {
  surface: Surface;
  job: ListedJob;
  onClose: () => void;
}

export function RenameJobDialog({ surface, job, onClose }: RenameJobDialogProps) {
  const client = useQueryClient();
  return (
    <RenameDialog
      title="Rename job"
      name={jobTitle(job)}
      onRename={(name) => renameJob(client, surface, job.id, name)}
      onClose={onClose}
    />
  );
}
