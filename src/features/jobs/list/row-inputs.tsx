import { useQuery, useQueryClient, queryOptions, type QueryClient } from '@tanstack/react-query';
import { shortNumbers } from '@contract/console/cell-titles';
import type { ListedJob } from '@contract/jobs/schemas';
import type { Surface } from '@/api/surface';
import { historyWorkflow } from '@/domains/history/history';
import { jobWorkflowQuery } from '@/domains/jobs/job-workflow-query';
import { summarizeInputs, type InputsSummary } from '@/shared/generation-inputs/summarize-inputs';
import type { ComparedInputs } from './compare-inputs';
import { rowInputsKey, useCompared } from './compared-rows';

export interface RowInputsProps {
  surface: Surface;
  job: Pick<ListedJob, 'id' | 'urls'>;
  /** Shown if the inputs cannot be known. */
  note: string;
  /** Whether it is below a picture: values without a prompt take both lines. */
  isTile?: boolean;
}

/** What made a succeeded job: its prompt and its values. What it shares with other rows of its workflow steps back. */
export function RowInputs({ surface, job, note, isTile = false }: RowInputsProps) {
  const { data, isPending } = useQuery(rowInputsQuery(useQueryClient(), surface, job));
  const compared = useCompared(surface, job);
  // Empty, since a text that another one replaces would make every row jump.
  if (isPending || (data && !compared)) return <span title={note} />;
  const lines = compared ? linesOf(compared) : [];
  const texts = lines.map(({ strong, quiet }) => [...strong, ...quiet].join(SEPARATOR));
  const title = [...texts, note].join('\n');
  const [first = { strong: [], quiet: [note] }, second] = lines;
  if (isTile && second === undefined) {
    return (
      <span className="line-clamp-2 wrap-anywhere" title={title}>
        {lines.length === 0 ? note : <Line {...first} />}
      </span>
    );
  }
  return (
    <span className="min-w-0 text-muted" title={title}>
      <span className="block truncate">
        <Line {...first} />
      </span>
      {second === undefined ? null : (
        <span className="block truncate text-sm md:compact:hidden">
          <Line {...second} />
        </span>
      )}
    </span>
  );
}

const SEPARATOR = ' · ';

interface InputsLine {
  /** Begins the line. */
  strong: readonly string[];
  quiet: readonly string[];
  isPrompt?: boolean;
}

/** Returns at most two lines, the one that tells more first. */
function linesOf({ prompt, isRepeated, differing, common }: ComparedInputs): readonly InputsLine[] {
  const values = { strong: differing, quiet: common };
  if (differing.length + common.length === 0) {
    return prompt === '' ? [] : [promptLine(prompt, isRepeated)];
  }
  // Without a difference and without a prompt, the values are all that the row says.
  if (prompt === '') return [differing.length > 0 ? values : { strong: common, quiet: [] }];
  const line = promptLine(prompt, isRepeated);
  return isRepeated && differing.length > 0 ? [values, line] : [line, values];
}

function promptLine(prompt: string, isRepeated: boolean): InputsLine {
  return { strong: isRepeated ? [] : [prompt], quiet: isRepeated ? [prompt] : [], isPrompt: true };
}

function Line({ strong, quiet, isPrompt = false }: InputsLine) {
  const textOf = (parts: readonly string[]) => (isPrompt ? parts.join('') : shortNumbers(parts.join(SEPARATOR)));
  return (
    <>
      {strong.length > 0 ? <span className="text-text">{textOf(strong)}</span> : null}
      {strong.length > 0 && quiet.length > 0 ? SEPARATOR : null}
      {quiet.length > 0 ? <span className="text-muted">{textOf(quiet)}</span> : null}
    </>
  );
}

/** Requests at a time, so that the visible rows do not delay what else the page reads. */
const MAX_AT_ONCE = 2;

/** Reads the workflow from this browser, or from a Flowdeck gateway: requests to other servers may be limited. */
function rowInputsQuery(client: QueryClient, surface: Surface, job: Pick<ListedJob, 'id' | 'urls'>) {
  return queryOptions({
    queryKey: rowInputsKey(surface, job),
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
