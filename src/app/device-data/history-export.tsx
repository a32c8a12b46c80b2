import { Download, Upload } from 'lucide-react';
import { historyJobs } from '@/api/storage/history';
import { historyFileName, historyText } from '@/api/storage/history-file';
import { readAnnotations } from '@/api/storage/annotation-records';
import { chooseImport } from '@/shared/import-request';
import { saveText } from '@/shared/save-text';
import { Button } from '@/ui/button';

/** The history goes to a file; the shell asks about what comes from one. */
export function TakeAlong() {
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
