import { useQuery } from '@tanstack/react-query';
import { historyJobsQuery } from '@/domains/history/history';
import { jobOf } from '@/domains/job-record/history-job';
import type { Surface } from '@/api/surface';
import { formatDateTime, formatDuration } from '@/lib/format';
import { JobStatusChip } from '@/shared/job-status';
import { jobTimes, runTimeMs } from '../job/job-times';
import { jobTitle } from '../job/job-title';
import { HistoryWorkflow } from './history-workflow';

/** Local history of a job that its surface has deleted. */
export function HistoryDetails({ surface, jobId }: { surface: Surface; jobId: string }) {
  const { data } = useQuery(historyJobsQuery(surface));
  const remembered = data?.find((one) => one.jobId === jobId);
  if (!remembered) return null;
  const job = jobOf(remembered);
  const times = jobTimes(job);
  const run = times.completedAt === null ? null : runTimeMs(times, 0);
  const details = [
    ['Name', jobTitle(job)],
    ['Submitted', formatDateTime(remembered.createdAt)],
    ['Run time', run === null ? null : formatDuration(run)],
    ['Outputs', job.outputs?.map(({ name }) => name).join(', ') || null],
    ['Error', job.error?.message ?? null],
  ] as const;
  return (
    <section
      aria-label="What this browser remembers"
      className="mt-4 rounded-lg border border-line bg-panel p-3 text-left text-text"
    >
      <p className="flex flex-wrap items-center gap-2 pb-2 font-semibold">
        This browser remembers it <JobStatusChip status={job.status} />
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
