import { Link } from '@tanstack/react-router';
import { isTerminal } from '@contract/jobs/lifecycle';
import type { Output } from '@contract/jobs/schemas';
import { isApiError } from '@/api/api-error';
import type { Surface } from '@/api/surface';
import { JobStatusChip } from '@/shared/job-status';
import { ZoomStage } from '@/shared/viewer/zoom-stage';
import { Select } from '@/ui/select';
import { Skeleton } from '@/ui/skeleton';
import { jobTitle, shortId } from '../job-title';
import { ComparedLayer } from './compared-layer';
import type { ComparedJob } from './use-compared-jobs';
import type { Comparison } from './use-comparison';

interface ComparedJobCellProps {
  surface: Surface;
  compared: ComparedJob;
  /** Such as `A`. */
  name: string;
  place: number;
  /** Which of its outputs is shown; null where it has none to look at. */
  output: Output | null;
  isMeasured: boolean;
  comparison: Comparison;
  onChoose: (id: string, output: Output) => void;
}

/** One of the compared jobs: which it is, and one of its pictures or films. */
export function ComparedJobCell(props: ComparedJobCellProps) {
  const { surface, compared, name, place, output, isMeasured, comparison, onChoose } = props;
  const { id, job, outputs, error } = compared;
  return (
    <section aria-label={`Job ${name}`} className="flex min-h-0 min-w-0 flex-col bg-panel">
      <div className="flex h-10 shrink-0 items-center gap-2 px-3">
        <span className="font-semibold">{name}</span>
        <Link
          to="/$surface/jobs/$jobId"
          params={{ surface: surface.id, jobId: id }}
          className="min-w-0 truncate underline-offset-2 hover:underline"
          title={id}
        >
          {job ? jobTitle(job) : shortId(id)}
        </Link>
        {job && job.status !== 'succeeded' ? <JobStatusChip status={job.status} /> : null}
        {output && outputs.length > 1 ? (
          <Select
            aria-label={`Output of job ${name}`}
            className="ml-auto w-32 shrink-0"
            value={output.id}
            options={outputs.map((one) => ({ value: one.id, label: one.name }))}
            onValueChange={(chosen) => {
              const next = outputs.find((one) => one.id === chosen);
              if (next) onChoose(id, next);
            }}
          />
        ) : null}
      </div>
      {output ? (
        <ZoomStage
          zoom={comparison.zoom}
          isMeasured={isMeasured}
          label={`${name}: ${output.name}. Plus and minus zoom, Z fits or shows actual size, arrows move`}
          takesWheel
          className="border-t border-line"
        >
          <ComparedLayer surface={surface} output={output} place={place} comparison={comparison} />
        </ZoomStage>
      ) : job ? (
        <p className="m-auto p-4 text-center text-muted">
          {isTerminal(job.status) ? 'This job made no picture and no film.' : 'Nothing to look at yet.'}
        </p>
      ) : error ? (
        <p className="m-auto p-4 text-center text-muted">
          {isApiError(error) && error.status === 404
            ? 'The surface no longer has this job.'
            : `It could not be read. ${error.message}`}
        </p>
      ) : (
        <Skeleton className="m-3 flex-1" />
      )}
    </section>
  );
}
