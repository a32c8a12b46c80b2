import { FileArchive, GitCompareArrows } from 'lucide-react';
import type { ListedJob, Output } from '@contract/jobs/schemas';
import type { Surface } from '@/api/surface';
import { useCommands } from '@/shared/commands/use-commands';
import { useCommandHint } from '@/shared/commands/key-labels';
import { openZipDialog, filesAt } from '@/shared/zip/zip-request';
import { Button } from '@/ui/button';
import { outputsOf } from '../selection/outputs-of';
import { SaveAllButton } from './save-all-button';

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
  const onZip = () => openZipDialog({ files: filesAt(surface, outputsOf([job])), title });
  useCommands({
    ...(isOffered ? { zip: { run: onZip } } : {}),
    ...(onCompare ? { compare: { run: onCompare } } : {}),
  });
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
      <Button size="sm" className="justify-start" title="All outputs as one zip" onClick={onZip}>
        <FileArchive aria-hidden />
        Zip
      </Button>
    </div>
  );
}
