import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { ListedJob } from '@contract/jobs/schemas';
import { operationKey, type Surface } from '@/api/surface';
import type { InputsSummary } from '@/shared/generation-inputs/summarize-inputs';
import type { ShownRow } from './batch-rows';
import { compareInputs, type ComparedInputs } from './compare-inputs';

const NAME = 'derived.rowInputs';

const isRead = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[1] === NAME;

/** Cache key of the summary of a job. */
export function rowInputsKey(surface: Surface, { id }: Pick<ListedJob, 'id'>): readonly unknown[] {
  return operationKey(surface, NAME, id);
}

const ComparedContext = createContext<ReadonlyMap<string, ComparedInputs>>(new Map());

/** @returns `null` until the row is compared with the others */
export function useCompared(surface: Surface, job: Pick<ListedJob, 'id'>): ComparedInputs | null {
  return useContext(ComparedContext).get(idOf(surface, job)) ?? null;
}

function idOf(surface: Surface, { id }: Pick<ListedJob, 'id'>): string {
  return `${surface.id} ${id}`;
}

/** How long rows that are read wait for the others at most: their texts would change as often as one of them is read. */
const MAX_WAIT_MS = 1000;

/** Compares the inputs of the rows that were read so far. */
export function ComparedRows({ rows, children }: { rows: readonly ShownRow[]; children: ReactNode }) {
  const client = useQueryClient();
  const [known, setKnown] = useState(() => summariesIn(client));
  // Subscribes to reads of rows, which start and end without this component.
  useEffect(() => watchReads(client, () => setKnown(summariesIn(client))), [client]);
  const compared = useMemo(
    () =>
      compareInputs(
        rows.flatMap(({ job }) => {
          const id = job ? idOf(job.surface, job.fetched.job) : '';
          const summary = known.get(id);
          return summary ? [{ id, summary }] : [];
        }),
      ),
    [rows, known],
  );
  return <ComparedContext value={compared}>{children}</ComparedContext>;
}

/** By `idOf`. */
function summariesIn(client: QueryClient): ReadonlyMap<string, InputsSummary> {
  const known = client.getQueriesData<InputsSummary | null>({ predicate: isRead });
  return new Map(
    known.flatMap(([[surfaceId, , jobId], summary]) =>
      summary ? [[`${String(surfaceId)} ${String(jobId)}`, summary] as const] : [],
    ),
  );
}

/** Calls back once all reads that are under way have ended, or after a while. @returns a function that ends it */
function watchReads(client: QueryClient, onRead: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = () => {
    if (client.isFetching({ predicate: isRead }) > 0) {
      timer ??= setTimeout(publish, MAX_WAIT_MS);
    } else publish();
  };
  const publish = () => {
    clearTimeout(timer);
    timer = undefined;
    onRead();
  };
  const unsubscribe = client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && ['fetch', 'success', 'error'].includes(event.action.type) && isRead(event.query))
      check();
  });
  check();
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}
