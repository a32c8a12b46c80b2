import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ListedJob } from '@contract/jobs/schemas';
import { markOf, useJobMarks } from '@/api/marks/job-marks';
import type { Surface } from '@/api/surface';
import { formatCount, formatInteger } from '@/lib/format';
import { saveText } from '@/shared/save-text';
import { showToast } from '@/shared/toasts';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { ProgressBar } from '@/ui/progress-bar';
import { Switch } from '@/ui/switch';
import { EXPORT_FORMATS, exportFileName, exportText, type ExportFormat } from './export-jobs';
import { readWorkflows } from './read-workflows';

interface ExportDialogProps {
  surface: Surface;
  jobs: readonly ListedJob[];
  onClose: () => void;
}

/** The chosen jobs as a file, with what they ran, so that they can be imported and run elsewhere. */
export function ExportDialog({ surface, jobs, onClose }: ExportDialogProps) {
  const client = useQueryClient();
  const [withWorkflows, setWithWorkflows] = useState(true);
  const [read, setRead] = useState<number | null>(null);
  const work = useRef(new AbortController());
  // Work that outlives its dialog would hand out a file that nobody waits for.
  useEffect(() => () => work.current.abort(), []);
  const save = async (format: ExportFormat) => {
    const { signal } = work.current;
    const isTold = withWorkflows && format !== 'csv';
    setRead(0);
    const workflows = isTold ? await readWorkflows(client, surface, jobs, signal, setRead) : new Map<string, string>();
    if (signal.aborted) return;
    saveJobs(surface, jobs, format, workflows);
    onClose();
    const without = isTold ? jobs.length - workflows.size : 0;
    if (without === 0) return;
    showToast({
      tone: 'warn',
      title: `${formatCount(without, 'job')} went out without the workflow`,
      description: 'The server does not return them as a graph that runs. Everything else is in the file.',
    });
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Export jobs"
      description={`Exports ${formatCount(jobs.length, 'job')} without output files. Drop the JSON or NDJSON file on any Flowdeck page to import it.`}
    >
      <div className="mb-4 flex items-center gap-4">
        <div className="min-w-0 flex-1">
          <label htmlFor="export-workflows" className="font-medium">
            Include workflows
          </label>
          <p id="export-workflows-words" className="text-sm text-muted">
            Needed to open or rerun them elsewhere. Fields named like keys or passwords are removed. Not available for
            CSV.
          </p>
        </div>
        <Switch
          id="export-workflows"
          checked={withWorkflows}
          onCheckedChange={setWithWorkflows}
          aria-describedby="export-workflows-words"
        />
      </div>
      <div className="flex flex-col gap-2">
        {(Object.keys(EXPORT_FORMATS) as ExportFormat[]).map((format) => (
          <Button
            key={format}
            disabledReason={
              jobs.length === 0 ? 'No job is selected.' : read === null ? null : 'The file is on its way.'
            }
            onClick={() => void save(format)}
          >
            {EXPORT_FORMATS[format].label}
          </Button>
        ))}
      </div>
      {read === null ? null : (
        <div className="mt-3 flex flex-col gap-1.5">
          <ProgressBar value={read / Math.max(1, jobs.length)} label="Reading workflows" />
          <p className="text-sm text-muted tabular-nums">
            {formatInteger(read)} of {formatCount(jobs.length, 'workflow')} read
          </p>
        </div>
      )}
    </Dialog>
  );
}

function saveJobs(
  surface: Surface,
  jobs: readonly ListedJob[],
  format: ExportFormat,
  workflows: ReadonlyMap<string, string>,
): void {
  const now = new Date();
  const marks = useJobMarks.getState();
  const text = exportText(jobs, format, {
    surface,
    now,
    markOf: (id) => markOf(surface.id, id)(marks),
    workflowOf: (id) => workflows.get(id),
  });
  saveText(text, exportFileName(format, now), EXPORT_FORMATS[format].contentType);
}
