import { Download } from 'lucide-react';
import { useState } from 'react';
import type { Output } from '@contract/jobs/schemas';
import type { Surface } from '@/api/surface';
import { usePageActions } from '@/shared/page-actions';
import { showToast } from '@/shared/toasts';
import { Button } from '@/ui/button';
import { saveOutputs } from './save-outputs';

interface SaveAllButtonProps {
  surface: Surface;
  outputs: readonly Output[];
  className?: string;
}

export function SaveAllButton({ surface, outputs, className }: SaveAllButtonProps) {
  const [isSaving, setIsSaving] = useState(false);
  const save = async () => {
    setIsSaving(true);
    const lost = await saveOutputs(surface, outputs);
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
