import type { ModelDetail } from '@contract/router/schemas';
import type { RunRecord } from '@/domains/model-calls/run-record';
import type { Surface } from '@/api/surface';
import { BeforeFirstRun } from './before-first-run';
import { RunNotice } from './run-notice';
import { RunServers } from '../run-on/run-servers';
import { RunResult } from '../result/run-result';

interface ResultPaneProps {
  surface: Surface;
  detail: ModelDetail;
  run: RunRecord | null;
  /** Focuses the field errors of the run if the form shows them. */
  onShowErrors: (() => void) | null;
  /** Called after a file of the result was staged for another model. */
  onFileStaged: () => void;
}

/** Status and result of the selected run. */
export function ResultPane({ surface, detail, run, onShowErrors, onFileStaged }: ResultPaneProps) {
  if (!run) return <BeforeFirstRun surface={surface} detail={detail} />;
  if (run.state.name === 'done') {
    return (
      <>
        <RunServers key={`servers ${run.id}`} surface={surface} run={run} />
        <RunResult key={run.id} surface={surface} run={run} onFileStaged={onFileStaged} />
      </>
    );
  }
  return (
    <>
      <RunServers key={`servers ${run.id}`} surface={surface} run={run} />
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto p-4 md:p-5">
        <RunNotice surface={surface} run={run} onShowErrors={onShowErrors} />
      </div>
    </>
  );
}
