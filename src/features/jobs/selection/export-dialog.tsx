import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { markOf, useJobAnnotations } from '@/domains/annotations/job-annotations';
import { formatInteger } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import type { ServerJobs } from '@/shared/servers/server-jobs';
import { saveText } from '@/shared/files/save-text';
import { showToast } from '@/shared/feedback/toasts';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { ProgressBar } from '@/ui/progress-bar';
import { Switch } from '@/ui/input/switch';
import { EXPORT_FORMATS, exportFileName, exportText, type ExportFormat } from './export-jobs';
import { ownKeys } from '@contract/typed-objects';
import { parseJson, stringifyJson } from '@contract/json/lossless';
import { redactJson } from '@/shared/redact-json';
import { fetchSubmittableWorkflow } from '@/domains/jobs/submittable-workflow';
import { runAtServers, mapConcurrent } from '@/shared/servers/map-concurrent';

interface ExportDialogProps {
  servers: readonly ServerJobs[];
  onClose: () => void;
}

/** Exports the selected jobs as a file with their workflows, so that they can be imported and run elsewhere. */
export function ExportDialog({ servers, onClose }: ExportDialogProps) {
  const client = useQueryClient();
  const [withWorkflows, setWithWorkflows] = useState(true);
  const [read, setRead] = useState<number | null>(null);
  const jobs = servers.flatMap((server) => server.jobs);
  const work = useRef(new AbortController());
  // Aborted with the dialog: otherwise a file would be downloaded after the user has left.
  useEffect(() => () => work.current.abort(), []);
  const save = async (format: ExportFormat) => {
    const { signal } = work.current;
    const hasWorkflows = withWorkflows && format !== 'csv';
    setRead(0);
    const workflows = hasWorkflows ? await readWorkflows(client, servers, signal, setRead) : NO_WORKFLOWS;
    if (signal.aborted) return;
    saveJobs(servers, format, workflows);
    onClose();
    if (hasWorkflows) reportMissingWorkflows(servers, workflows);
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t('Export jobs')}
      description={t(
        'Exports {count, plural, one {# job} other {# jobs}} without output files. Drop the JSON or NDJSON file on any Flowdeck page to import it.',
        { count: jobs.length },
      )}
    >
      <div className="mb-4 flex items-center gap-4">
        <div className="min-w-0 flex-1">
          <label htmlFor="export-workflows" className="font-medium">
            {t('Include workflows')}
          </label>
          <p id="export-workflows-words" className="text-sm text-muted">
            {t(
              'Needed to open or rerun them elsewhere. Fields named like keys or passwords are removed. Not available for CSV.',
            )}
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
        {ownKeys(EXPORT_FORMATS).map((format) => (
          <Button
            key={format}
            disabledReason={
              jobs.length === 0 ? t('No job is selected.') : read === null ? null : t('The file is on its way.')
            }
            onClick={() => void save(format)}
          >
            {t(EXPORT_FORMATS[format].label)}
          </Button>
        ))}
      </div>
      {read === null ? null : (
        <div className="mt-3 flex flex-col gap-1.5">
          <ProgressBar value={read / Math.max(1, jobs.length)} label={t('Reading workflows')} />
          <p className="text-sm text-muted tabular-nums">
            {t('{done} of {count, plural, one {# workflow} other {# workflows}} read', {
              done: formatInteger(read),
              count: jobs.length,
            })}
          </p>
        </div>
      )}
    </Dialog>
  );
}

const NO_WORKFLOWS: Workflows = new Map();

/** Shows for each server how many jobs are exported without their workflow. */
function reportMissingWorkflows(servers: readonly ServerJobs[], workflows: Workflows): void {
  const lacking = servers.flatMap(({ surface, jobs }) => {
    const count = jobs.length - (workflows.get(surface.id)?.size ?? 0);
    return count > 0 ? [{ name: surface.name, count }] : [];
  });
  if (lacking.length === 0) return;
  const total = lacking.reduce((sum, { count }) => sum + count, 0);
  const words = lacking.map(({ name, count }) => `${name}: ${formatInteger(count)}.`);
  showToast({
    tone: 'warn',
    title: t(
      '{count, plural, one {# job exported without the workflow} other {# jobs exported without the workflow}}',
      {
        count: total,
      },
    ),
    description: [
      ...(servers.length > 1 ? words : []),
      t('The server did not return a graph that runs. Everything else is in the file.'),
    ].join(' '),
  });
}

function saveJobs(servers: readonly ServerJobs[], format: ExportFormat, workflows: Workflows): void {
  const now = new Date();
  const marks = useJobAnnotations.getState();
  const parts = servers.map(({ surface, jobs }) => ({
    surface,
    jobs,
    markOf: (id: string) => markOf(surface.id, id)(marks),
    workflowOf: (id: string) => workflows.get(surface.id)?.get(id),
  }));
  saveText(exportText(parts, format, now), exportFileName(format, now), EXPORT_FORMATS[format].contentType);
}

/** Workflow texts without line breaks, by server and job. */
type Workflows = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Fetches the workflows of the jobs, without credentials. Workflows that a server does not return are omitted. */
async function readWorkflows(
  client: QueryClient,
  servers: readonly ServerJobs[],
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<Workflows> {
  const texts = new Map(servers.map(({ surface }) => [surface.id, new Map<string, string>()]));
  let done = 0;
  await runAtServers(servers, signal, ({ surface, jobs }, limit) =>
    mapConcurrent(jobs, limit, signal, async (job) => {
      const workflow = await fetchSubmittableWorkflow(client, surface, job);
      const text = 'text' in workflow ? shareable(workflow.text) : null;
      if (text !== null) texts.get(surface.id)?.set(job.id, text);
      done += 1;
      onProgress(done);
    }),
  );
  return texts;
}

function shareable(text: string): string | null {
  try {
    return stringifyJson(redactJson(parseJson(text)));
  } catch {
    return null;
  }
}
