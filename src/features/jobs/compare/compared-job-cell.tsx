import { isTerminal } from '@contract/jobs/lifecycle';
import type { Output } from '@contract/jobs/schemas';
import { isApiError } from '@/api/api-error';
import { ZoomViewport } from '@/shared/viewer/zoom-viewport';
import { Skeleton } from '@/ui/skeleton';
import { ComparedJobHead } from './compared-job-head';
import { ComparedLayer } from './compared-layer';
import type { ComparedJob } from './use-compared-jobs';
import type { Comparison } from '@/shared/compare/use-comparison';

interface ComparedJobCellProps {
  compared: ComparedJob;
  /** For example `A`. */
  name: string;
  place: number;
  /** Output to show; `null` if there is nothing to show. */
  output: Output | null;
  isMeasured: boolean;
  namesServer: boolean;
  comparison: Comparison;
  onChoose: (key: string, output: Output) => void;
}

/** One of the compared jobs: its title, and one of its images or videos. */
export function ComparedJobCell(props: ComparedJobCellProps) {
  const { compared, name, place, output, isMeasured, namesServer, comparison, onChoose } = props;
  const { surface, job, error } = compared;
  return (
    <section aria-label={`Job ${name}`} className="flex min-h-0 min-w-0 flex-col bg-panel">
      <ComparedJobHead compared={compared} name={name} output={output} namesServer={namesServer} onChoose={onChoose} />
      {output ? (
        <ZoomViewport
          zoom={comparison.zoom}
          isMeasured={isMeasured}
          label={`${name}: ${output.name}. Plus and minus zoom, Z fits or shows actual size, arrows move`}
          takesWheel
          className="border-t border-line"
        >
          <ComparedLayer surface={surface} output={output} place={place} comparison={comparison} />
        </ZoomViewport>
      ) : job ? (
        <p className="m-auto p-4 text-center text-muted">
          {isTerminal(job.status) ? 'This job has no image or video output.' : 'No output yet.'}
        </p>
      ) : error ? (
        <p className="m-auto p-4 text-center text-muted">
          {isApiError(error) && error.status === 404
            ? 'This job no longer exists on the server.'
            : `It could not be read. ${error.message}`}
        </p>
      ) : (
        <Skeleton className="m-3 flex-1" />
      )}
    </section>
  );
}
