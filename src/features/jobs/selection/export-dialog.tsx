import type { ListedJob } from '@contract/jobs/schemas';
import { formatCount } from '@/lib/format';
import { saveText } from '@/shared/save-text';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { EXPORT_FORMATS, exportFileName, exportText, type ExportFormat } from './export-jobs';

interface ExportDialogProps {
  jobs: readonly ListedJob[];
  onClose: () => void;
}

/** The chosen jobs as a file. */
export function ExportDialog({ jobs, onClose }: ExportDialogProps) {
  const save = (format: ExportFormat) => {
    saveJobs(jobs, format);
    onClose();
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Export jobs"
      description={`What the list knows of ${formatCount(jobs.length, 'job')}, without the files that they made.`}
    >
      <div className="flex flex-col gap-2">
        {(Object.keys(EXPORT_FORMATS) as ExportFormat[]).map((format) => (
          <Button
            key={format}
            disabledReason={jobs.length === 0 ? 'No job is selected.' : null}
            onClick={() => save(format)}
          >
            {EXPORT_FORMATS[format].label}
          </Button>
        ))}
      </div>
    </Dialog>
  );
}

function saveJobs(jobs: readonly ListedJob[], format: ExportFormat): void {
  saveText(exportText(jobs, format), exportFileName(format, new Date()), EXPORT_FORMATS[format].contentType);
}
