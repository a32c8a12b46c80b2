import { ArrowLeft } from 'lucide-react';
import type { ModelDetail } from '@contract/router/schemas';
import type { RunRecord } from '@/domains/model-calls/run-record';
import type { Surface } from '@/api/surface';
import { Button } from '@/ui/button';
import { HistoryStrip } from '../history/history-strip';
import { ModelHistory } from '../history/model-history';
import { BeforeFirstRun } from './before-first-run';
import { RunNotice } from './run-notice';
import { RunServers } from '../run-on/run-servers';
import { RunResult } from '../result/run-result';

export type ResultStep = 'result' | 'history';

interface SelectedRunProps {
  surface: Surface;
  detail: ModelDetail;
  run: RunRecord | null;
  /** Focuses the field errors of the run if the form shows them. */
  onShowErrors: (() => void) | null;
  /** Called after a file of the result was staged for another model. */
  onFileStaged: () => void;
}

interface ResultPaneProps extends SelectedRunProps {
  /** Whether all runs of the model are shown instead of the selected one. */
  isHistory: boolean;
  onLook: (change: { run?: string; step: ResultStep }) => void;
  /** Fills the form with the input of a run. */
  onRerun: (bodyText: string) => void;
}

/** The selected run with the latest ones below, or all runs of the model. */
export function ResultPane({ isHistory, onLook, onRerun, ...selected }: ResultPaneProps) {
  const { surface, detail, run } = selected;
  const chosenId = run?.id ?? null;
  const open = ({ id }: RunRecord) => onLook({ run: id, step: 'result' });
  if (!isHistory) {
    return (
      <>
        <SelectedRun {...selected} />
        <HistoryStrip
          surface={surface}
          modelId={detail.id}
          chosenId={chosenId}
          onChoose={open}
          onShowAll={() => onLook({ step: 'history' })}
        />
      </>
    );
  }
  return (
    <>
      <div className="flex h-10 shrink-0 items-center gap-2 border-b border-line px-3">
        <Button tone="ghost" size="sm" onClick={() => onLook({ step: 'result' })}>
          <ArrowLeft aria-hidden />
          Result
        </Button>
        <h2 className="font-semibold">History</h2>
      </div>
      <ModelHistory
        surface={surface}
        modelId={detail.id}
        chosenId={chosenId}
        onOpen={open}
        onRerun={(_run, bodyText) => onRerun(bodyText)}
      />
    </>
  );
}

/** Status and result of the selected run. */
function SelectedRun({ surface, detail, run, onShowErrors, onFileStaged }: SelectedRunProps) {
  if (!run) return <BeforeFirstRun surface={surface} detail={detail} />;
  if (run.state.name === 'done') {
    return (
      // Scrolls where the image and its actions do not fit, such as on phones.
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        <RunServers key={`servers ${run.id}`} surface={surface} run={run} />
        <RunResult key={run.id} surface={surface} run={run} onFileStaged={onFileStaged} />
      </div>
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
