import { GitCompareArrows } from 'lucide-react';
import type { ListedJob, Output } from '@contract/jobs/schemas';
import type { Surface } from '@/api/surface';
import { useCommands } from '@/shared/commands/use-commands';
import { useCommandHint } from '@/shared/commands/key-labels';
import { filesAt } from '@/shared/dialog-requests/file-at';
import { Button } from '@/ui/button';
import { openDialog } from '@/shared/dialog-requests/dialogs';
import { outputsOf } from '@/shared/files/outputs-of';
import { JOB_ACTIONS } from '../actions/job-actions';
import { SaveAllButton } from './save-all-button';

const ZIP = JOB_ACTIONS['save-outputs'];

interface OutputActionsProps {
  surface: Surface;
  /** Title of the job. */
  title: string;
  job: ListedJob;
  outputs: readonly Output[];
  /** `null` if there are not two outputs of the same kind. */
  onCompare: (() => void) | null;
}

/** Actions for several outputs at once. */
export function OutputActions({ surface, title, job, outputs, onCompare }: OutputActionsProps) {
  const isOffered = outputs.length > 1;
  const onZip = () => openDialog('zip', { files: filesAt(surface, outputsOf([job])), title });
  useCommands(onCompare ? { compare: { run: onCompare } } : {});
  const compareHint = useCommandHint('Compare images or videos', 'compare');
  if (!isOffered) return null;
  return (
    <div className="flex shrink-0 gap-2 px-4 pb-3 sm:flex-col sm:py-3 sm:pr-4 sm:pl-0 md:pr-5">
      {onCompare ? (
        <Button size="sm" className="justify-start" {...compareHint} onClick={onCompare}>
          <GitCompareArrows aria-hidden />
          Compare
        </Button>
      ) : null}
      <SaveAllButton surface={surface} job={job} outputs={outputs} className="justify-start" />
      <Button size="sm" className="justify-start" title={ZIP.label} onClick={onZip}>
        <ZIP.icon aria-hidden />
        Zip
      </Button>
    </div>
  );
}
