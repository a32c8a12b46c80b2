import { useQuery } from '@tanstack/react-query';
import { historyJobsQuery, historyWorkflowQuery } from '@/domains/history/history';
import { jobOf } from '@/domains/job-record/history-job';
import type { Surface } from '@/api/surface';
import { formatDateTime, formatDuration } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { Trans } from '@/lib/i18n/trans';
import { JobStatusChip } from '@/shared/job-status';
import { jobTimes, runTimeMs } from '../job/job-times';
import { jobTitle, shortId } from '../job/job-title';
import { PencilLine, RotateCcw } from 'lucide-react';
import type { ListedJob } from '@contract/jobs/schemas';
import { Button } from '@/ui/button';
import { indentedJson } from '../tabs/indented-json';
import { SourceText } from '../tabs/source-text';
import { useJobActions } from '../actions/use-job-actions';

/** Local history of a job that its surface has deleted. */
export function HistoryDetails({ surface, jobId }: { surface: Surface; jobId: string }) {
  const { data } = useQuery(historyJobsQuery(surface));
  const remembered = data?.find((one) => one.jobId === jobId);
  if (!remembered) return null;
  const job = jobOf(remembered);
  const times = jobTimes(job);
  const run = times.completedAt === null ? null : runTimeMs(times, 0);
  const details = [
    [t('Name'), jobTitle(job)],
    [t('Submitted'), formatDateTime(remembered.createdAt)],
    [t('Run time'), run === null ? null : formatDuration(run)],
    [t('Outputs'), job.outputs?.map(({ name }) => name).join(', ') || null],
    [t('Error'), job.error?.message ?? null],
  ] as const;
  return (
    <section
      aria-label={t('What this browser remembers')}
      className="mt-4 rounded-lg border border-line bg-panel p-3 text-left text-text"
    >
      <p className="flex flex-wrap items-center gap-2 pb-2 font-semibold">
        <Trans text="This browser remembers it {status}" values={{ status: <JobStatusChip status={job.status} /> }} />
      </p>
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1">
        {details.map(([name, value]) =>
          value === null ? null : (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="break-words">{value}</dd>
            </div>
          ),
        )}
      </dl>
      <HistoryWorkflow surface={surface} job={job} />
    </section>
  );
}

/** These actions open no dialog. */
const NO_DIALOGS = { open: () => {} };

/**
 * Workflow of an imported job: it can be viewed, opened, and rerun on this surface. Renders nothing if no file
 * contained it.
 */
function HistoryWorkflow({ surface, job }: { surface: Surface; job: ListedJob }) {
  const { data: text } = useQuery(historyWorkflowQuery(surface, job.id));
  const { actionOf, isSubmitting } = useJobActions([{ surface, jobs: [job] }], NO_DIALOGS);
  if (!text) return null;
  const [rerun, edit] = [actionOf('run-again'), actionOf('edit')];
  return (
    <>
      <div className="flex flex-wrap gap-2 pt-3">
        <Button isBusy={isSubmitting} disabledReason={rerun.reason} onClick={rerun.run}>
          {isSubmitting ? null : <RotateCcw aria-hidden />}
          {rerun.label}
        </Button>
        <Button onClick={edit.run}>
          <PencilLine aria-hidden />
          {edit.label}
        </Button>
      </div>
      <details className="pt-2">
        <summary className="w-fit cursor-pointer rounded text-muted hover:text-text">
          {t('Its workflow and values')}
        </summary>
        <div className="flex h-72 flex-col">
          <SourceText text={indentedJson(text)} name={t('Workflow')} fileName={`workflow-${shortId(job.id)}.json`} />
        </div>
      </details>
    </>
  );
}
