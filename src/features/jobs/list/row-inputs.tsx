import { useQuery, useQueryClient, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { ListedJob } from '@contract/jobs/schemas';
import type { Surface } from '@/api/surface';
import { shortNumbers } from '@/lib/short-numbers';
import { historyWorkflow } from '@/domains/history/history';
import { jobWorkflowQuery } from '@/domains/jobs/job-workflow-query';
import { summarizeInputs, type InputsSummary } from '@/shared/generation-inputs/summarize-inputs';

export interface RowInputsProps {
  surface: Surface;
  job: Pick<ListedJob, 'id' | 'urls'>;
  /** Shown if the inputs cannot be known. */
  note: string;
  /** Whether it is below a picture: values without a prompt take both lines. */
  isTile?: boolean;
}

/** What made a succeeded job: its prompt, above the values that usually differ between jobs. */
export function RowInputs({ surface, job, note, isTile = false }: RowInputsProps) {
  const { data, isPending } = useQuery(rowInputsQuery(useQueryClient(), surface, job));
  // Empty, since a note that the prompt replaces would make every row jump.
  if (isPending) return <span title={note} />;
  const values = data?.main.map(({ text }) => text).join(' · ');
  const lines = [data?.prompt, values].filter(Boolean);
  const [first = note, second] = lines;
  if (isTile && second === undefined) {
    return (
      <span className="line-clamp-2 wrap-anywhere" title={[...lines, note].join('\n')}>
        {values ? shortNumbers(first) : first}
      </span>
    );
  }
  return (
    <span className="min-w-0 text-muted" title={[...lines, note].join('\n')}>
      <span className={lines.length > 0 ? 'block truncate text-text' : 'block truncate'}>{first}</span>
      {second === undefined ? null : (
        <span className="block truncate text-sm md:compact:hidden">{shortNumbers(second)}</span>
      )}
    </span>
  );
}

/** Requests at a time, so that the visible rows do not delay what else the page reads. */
const MAX_AT_ONCE = 2;

/** Reads the workflow from this browser, or from a Flowdeck gateway: requests to other servers may be limited. */
function rowInputsQuery(client: QueryClient, surface: Surface, job: Pick<ListedJob, 'id' | 'urls'>) {
  return queryOptions({
    queryKey: [surface.id, 'derived.rowInputs', job.id],
    queryFn: ({ signal }) =>
      inTurn(signal, async (): Promise<InputsSummary | null> => {
        const own = await historyWorkflow(surface.id, job.id);
        if (own !== null) return summarizeInputs(own);
        const { id, urls } = job;
        if (surface.kind !== 'gateway' || urls === undefined) return null;
        return summarizeInputs((await client.fetchQuery(jobWorkflowQuery(surface, { id, urls }))).text);
      }),
    // A job's workflow never changes.
    staleTime: Infinity,
    retry: false,
  });
}

let running = 0;
const waiting: (() => void)[] = [];

/** Runs at most a few at a time; a row that left the screen gives up its place. */
async function inTurn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  // Whoever ends hands its place to the first that waits.
  if (running < MAX_AT_ONCE) running += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    signal.throwIfAborted();
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
