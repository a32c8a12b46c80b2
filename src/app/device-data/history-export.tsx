import { Download, Upload } from 'lucide-react';
import { historyJobs } from '@/domains/history/history';
import { historyFileName, historyText } from '@/domains/history/history-file';
import { readAnnotations } from '@/domains/annotations/annotation-records';
import { chooseImport } from '@/shared/dialog-requests/import-request';
import { saveText } from '@/shared/files/save-text';
import { Button } from '@/ui/button';

/** Exports the history to a file; the shell handles imports. */
export function HistoryExport() {
  const save = async () => {
    const now = new Date();
    saveText(historyText(await historyJobs(), await readAnnotations(), now), historyFileName(now), 'application/json');
  };
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2">
      <Button onClick={() => void save()}>
        <Download aria-hidden />
        Export history
      </Button>
      <Button onClick={chooseImport}>
        <Upload aria-hidden />
        Import jobs…
      </Button>
    </div>
  );
}
