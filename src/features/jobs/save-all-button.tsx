import { Download } from 'lucide-react';
import { useState } from 'react';
import type { ListedJob, Output } from '@contract/jobs/schemas';
import type { Surface } from '@/api/surface';
import { usePageActions } from '@/shared/page-actions';
import { showToast } from '@/shared/toasts';
import { FILE_PATTERN, zipNames } from '@/shared/zip/zip-names';
import { Button } from '@/ui/button';
import { saveOutputs } from './save-outputs';
import { outputsOf } from './selection/outputs-of';

interface SaveAllButtonProps {
  surface: Surface;
  job: ListedJob;
  outputs: readonly Output[];
  className?: string;
}

export function SaveAllButton({ surface, job, outputs, className }: SaveAllButtonProps) {
  const [isSaving, setIsSaving] = useState(false);
  const save = async () => {
    setIsSaving(true);
    const lost = await saveOutputs(surface, outputs, zipNames(outputsOf([job]), FILE_PATTERN));
    setIsSaving(false);
    if (lost.length === 0) return;
    showToast({
      tone: 'bad',
      title: lost.length === 1 ? 'One file could not be saved' : `${lost.length} files could not be saved`,
      description: lost.join(', '),
    });
  };
  usePageActions({
    'job-save-all': { run: () => void save(), disabledReason: isSaving ? 'The outputs are being saved.' : null },
  });
  return (
    <Button
      size="sm"
      className={className}
      title="Every file goes to the downloads of the browser, one after another"
      isBusy={isSaving}
      onClick={() => void save()}
    >
      {isSaving ? null : <Download aria-hidden />}
      Save all
    </Button>
  );
}
