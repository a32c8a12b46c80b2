import { Hourglass } from 'lucide-react';
import { isTerminal } from '@contract/jobs/lifecycle';
import type { ListedJob } from '@contract/jobs/schemas';
import type { Surface } from '@/api/surface';
import { formatDuration } from '@/lib/format';
import { useNow } from '@/lib/use-now';
import { isKeptBriefly } from './details/details-model';
import { jobTimes } from './job-times';
import { SaveAllButton } from './save-all-button';

/** In time before a surface forgets the job: what to do about it. */
export function RetentionNotice({ surface, job }: { surface: Surface; job: ListedJob }) {
  const now = useNow(60_000);
  const times = jobTimes(job);
  const outputs = job.outputs ?? [];
  if (!isTerminal(job.status) || outputs.length === 0 || !isKeptBriefly(times, now)) return null;
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-warn-soft px-4 py-2 md:px-5">
      <Hourglass aria-hidden className="size-4 shrink-0 text-warn" />
      <span>Expires in {formatDuration((times.expiresAt ?? now) - now)}. Download outputs you want to keep.</span>
      <SaveAllButton surface={surface} job={job} outputs={outputs} />
    </div>
  );
}
