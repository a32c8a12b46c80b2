import { FileArchive, GitCompareArrows } from 'lucide-react';
import type { ListedJob, Output } from '@contract/jobs/schemas';
import type { Surface } from '@/api/surface';
import { usePageActions } from '@/shared/page-actions';
import { useShortcutTitle } from '@/shared/shortcuts/key-labels';
import { openZipDialog, filesAt } from '@/shared/zip/zip-request';
import { Button } from '@/ui/button';
import { outputsOf } from './selection/outputs-of';
import { SaveAllButton } from './save-all-button';

interface OutputActionsProps {
  surface: Surface;
  /** What the job is called. */
  title: string;
  job: ListedJob;
  outputs: readonly Output[];
  /** Null where there are no two of a kind. */
  onCompare: (() => void) | null;
}

/** What can be done with several outputs at once. */
export function OutputActions({ surface, title, job, outputs, onCompare }: OutputActionsProps) {
  const isOffered = outputs.length > 1;
  const onZip = () => openZipDialog({ files: filesAt(surface, outputsOf([job])), title });
  usePageActions({
    ...(isOffered ? { 'job-zip': { run: onZip } } : {}),
    ...(onCompare ? { 'job-compare': { run: onCompare } } : {}),
  });
  const compareTitle = useShortcutTitle('Compare images or videos', 'compare');
  if (!isOffered) return null;
  return (
    <div className="flex shrink-0 gap-2 px-4 pb-3 sm:flex-col sm:py-3 sm:pr-4 sm:pl-0 md:pr-5">
      {onCompare ? (
        <Button size="sm" className="justify-start" title={compareTitle} onClick={onCompare}>
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
