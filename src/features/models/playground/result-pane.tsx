import type { ModelDetail } from '@contract/router/schemas';
import type { RunRecord } from '@/api/runs/run-record';
import type { Surface } from '@/api/surface';
import { lazyPart } from '@/lib/lazy-part';
import { Skeleton } from '@/ui/skeleton';
import { Suspense } from 'react';
import { BeforeFirstRun } from './before-first-run';
import { RunNotice } from './run-notice';

const RunServers = lazyPart(async () => (await import('../run-on/run-servers')).RunServers);
const RunResult = lazyPart(async () => (await import('../result/run-result')).RunResult);

interface ResultPaneProps {
  surface: Surface;
  detail: ModelDetail;
  run: RunRecord | null;
  /** A file of the result was picked up for another model. */
  onCarried: () => void;
}

/** The run that is looked at: how it stands, and what it gave. */
export function ResultPane({ surface, detail, run, onCarried }: ResultPaneProps) {
  if (!run) return <BeforeFirstRun surface={surface} detail={detail} />;
  if (run.state.name === 'done') {
    return (
      <>
        <Suspense>
          <RunServers key={`servers ${run.id}`} surface={surface} run={run} />
        </Suspense>
        <Suspense fallback={<Skeleton className="m-5 min-h-40 flex-1" />}>
          <RunResult key={run.id} surface={surface} run={run} onCarried={onCarried} />
        </Suspense>
      </>
    );
  }
  return (
    <>
      <Suspense>
        <RunServers key={`servers ${run.id}`} surface={surface} run={run} />
      </Suspense>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto p-4 md:p-5">
        <RunNotice surface={surface} run={run} />
      </div>
    </>
  );
}
