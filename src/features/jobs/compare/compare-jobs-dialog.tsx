import { useState } from 'react';
import { isTerminal } from '@contract/jobs/lifecycle';
import { isApiError } from '@/api/api-error';
import { t } from '@/lib/i18n/messages';
import { CompareDialog } from '@/shared/compare/compare-dialog';
import { letterOf, MAX_COMPARED, type CompareMode } from '@/shared/compare/compare-model';
import { useChosenFiles } from '@/shared/compare/comparison';
import { Skeleton } from '@/ui/skeleton';
import { ComparedJobHead } from './compared-job-head';
import { comparedOutput } from './compared-output';
import { InputTable } from './input-table';
import { jobKey, useComparedGraphs, useComparedJobs, type ComparedJob, type JobAt } from './use-compared-jobs';

interface CompareJobsDialogProps {
  /** Jobs of one or several servers. */
  jobs: readonly JobAt[];
  onClose: () => void;
}

/** Dialog that compares outputs of several jobs, and the inputs that differ. */
export function CompareJobsDialog({ jobs: given, onClose }: CompareJobsDialogProps) {
  const different = [...new Map(given.map((job) => [jobKey(job), job])).values()].slice(0, MAX_COMPARED);
  const jobs = useComparedJobs(different);
  const { graphs, problem } = useComparedGraphs(jobs);
  const { shown, choose } = useChosenFiles(jobs);
  const [mode, setMode] = useState<CompareMode>('side');
  const namesServer = new Set(jobs.map(({ surface }) => surface.id)).size > 1;
  return (
    <CompareDialog
      title={t('{count, plural, one {# job compared} other {# jobs compared}}', { count: jobs.length })}
      nameOf={(label) => t('Job {label}', { label })}
      items={jobs.map((job, at) => {
        const label = letterOf(at);
        const output = shown[at] ?? null;
        return {
          key: job.key,
          label,
          head: (
            <ComparedJobHead compared={job} label={label} output={output} namesServer={namesServer} onChoose={choose} />
          ),
          file: comparedOutput(job.surface, output) ?? (mayFollow(job) ? undefined : null),
          instead: <NoOutput {...job} />,
        };
      })}
      mode={mode}
      onModeChange={setMode}
      onClose={onClose}
    >
      <InputTable jobs={jobs} graphs={graphs} problem={problem} />
    </CompareDialog>
  );
}

function NoOutput({ job, error }: ComparedJob) {
  if (!job && !error) return <Skeleton className="m-3 flex-1" />;
  return <p className="m-auto p-4 text-center text-muted">{job ? noOutputText(job.status) : unreadText(error)}</p>;
}

function mayFollow({ job, error }: ComparedJob): boolean {
  return job ? !isTerminal(job.status) : error === null;
}

function noOutputText(status: string): string {
  return isTerminal(status) ? t('This job has no image or video output.') : t('No output yet.');
}

function unreadText(error: Error | null): string {
  return isApiError(error) && error.status === 404
    ? t('This job no longer exists on the server.')
    : t('It could not be read. {message}', { message: error?.message ?? '' });
}
