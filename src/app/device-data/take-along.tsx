import { Download, Upload } from 'lucide-react';
import { useRef } from 'react';
import { addRememberedJobs } from '@/api/storage/device-data';
import { rememberedJobs } from '@/api/storage/history';
import { addMarks, readMarks } from '@/api/storage/mark-records';
import { formatCount, formatInteger } from '@/lib/format';
import { saveText } from '@/shared/save-text';
import { showToast } from '@/shared/toasts';
import { Button } from '@/ui/button';
import { historyFileName, historyText, readHistory } from './history-file';

/** The history goes to a file, and comes from one. */
export function TakeAlong({ onAdded }: { onAdded: () => Promise<unknown> }) {
  const fileRef = useRef<HTMLInputElement>(null);
  const save = async () => {
    const now = new Date();
    saveText(historyText(await rememberedJobs(), await readMarks(), now), historyFileName(now), 'application/json');
  };
  const add = async (file: File) => {
    const history = readHistory(await file.text());
    if (!history) {
      showToast({
        tone: 'bad',
        title: `${file.name} is no history of Flowdeck`,
        description: 'Nothing was changed. Choose a file that was saved here.',
      });
      return;
    }
    const added = await addRememberedJobs(history.jobs);
    await addMarks(history.marks);
    await onAdded();
    showToast({
      tone: 'ok',
      title: `${formatCount(added, 'job')} added`,
      description: [
        added < history.jobs.length ? `${formatInteger(history.jobs.length - added)} were here already.` : '',
        history.leftOut > 0 ? `${formatInteger(history.leftOut)} could not be read.` : '',
      ]
        .filter(Boolean)
        .join(' '),
    });
  };
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2">
      <Button onClick={() => void save()}>
        <Download aria-hidden />
        Save the history as a file
      </Button>
      <Button onClick={() => fileRef.current?.click()}>
        <Upload aria-hidden />
        Add one from a file…
      </Button>
      <input
        ref={fileRef}
        type="file"
        accept=".json,application/json"
        aria-label="File of a history"
        className="hidden"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file) void add(file);
        }}
      />
    </div>
  );
}
