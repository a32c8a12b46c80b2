import { Clock, Hourglass, ImageOff } from 'lucide-react';
import { isTerminal } from '@contract/jobs/lifecycle';
import type { ListedJob } from '@contract/jobs/schemas';
import type { Surface } from '@/api/surface';
import { useJobStart, type JobStart } from '@/domains/jobs/job-start';
import { Spinner } from '@/ui/spinner';
import { formatQueuePosition } from '@/shared/job-text';

/** Output pane of a job without outputs: queued, running, or finished without outputs. */
export function OutputPlaceholder({ surface, job }: { surface: Surface; job: ListedJob }) {
  const start = useJobStart(surface, job);
  const words = isTerminal(job.status)
    ? { icon: <ImageOff aria-hidden />, title: 'No outputs', text: finishedText(job, start) }
    : job.status === 'queued'
      ? {
          icon: <Clock aria-hidden />,
          title: formatQueuePosition(job.queue_position) ?? 'Waiting',
          text: job.progress?.message || 'Outputs appear here as they are saved.',
        }
      : {
          icon: job.status === 'canceling' ? <Hourglass aria-hidden /> : <Spinner />,
          title: 'Working',
          text: job.progress?.message || 'Previews and outputs appear here during the run.',
        };
  return (
    <div className="flex min-h-40 flex-1 flex-col items-center justify-center gap-2 p-6 text-center text-muted [&_svg]:size-6 [&_svg]:text-faint">
      {words.icon}
      <p className="text-lg font-semibold text-text first-letter:uppercase">{words.title}</p>
      <p>{words.text}</p>
    </div>
  );
}

function finishedText({ status }: ListedJob, start: JobStart): string {
  if (start === 'never') return 'The job never started.';
  if (start === 'unknown') return 'The job ended without outputs.';
  return status === 'failed' || status === 'canceled'
    ? 'The run ended before an output was saved.'
    : 'The job finished without outputs.';
}
