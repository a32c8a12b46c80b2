import { ArrowLeft, Server } from 'lucide-react';
import { useState } from 'react';
import type { ModelDetail } from '@contract/router/schemas';
import { isSettledRun, type RunRecord } from '@/domains/model-calls/run-record';
import type { Surface } from '@/api/surface';
import { Button } from '@/ui/button';
import { HistoryStrip } from '../history/history-strip';
import { ModelHistory } from '../history/model-history';
import { BeforeFirstRun } from './before-first-run';
import { RunNotice } from './run-notice';
import { useRoutersBeside } from '../run-on/routers-beside';
import { RunOnDialog } from '../run-on/run-on-dialog';
import { RunServers } from '../run-on/run-servers';
import { withStoredInput } from '../run/start-run';
import type { RunForm } from '../result/run-inputs';
import { RunResult } from '../result/run-result';

export type ResultStep = 'result' | 'history';

interface SelectedRunProps {
  surface: Surface;
  detail: ModelDetail;
  run: RunRecord | null;
  form: RunForm;
  /** Focuses the field errors of the run if the form shows them. */
  onShowErrors: (() => void) | null;
  /** Called after a file of the result was staged for another model. */
  onFileStaged: () => void;
}

interface ResultPaneProps extends SelectedRunProps {
  /** Whether all runs of the model are shown instead of the selected one. */
  isHistory: boolean;
  onLook: (change: { run?: string; step: ResultStep }) => void;
}

/** The selected run with the latest ones below, or all runs of the model. */
export function ResultPane({ isHistory, onLook, ...selected }: ResultPaneProps) {
  const { surface, detail, run } = selected;
  const chosenId = run?.id ?? null;
  const open = ({ id }: RunRecord) => onLook({ run: id, step: 'result' });
  if (!isHistory) {
    return (
      <>
        {run ? (
          <SelectedRun key={run.id} {...selected} run={run} />
        ) : (
          <BeforeFirstRun surface={surface} detail={detail} />
        )}
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
        onRerun={(_run, bodyText) => selected.form.replace(bodyText)}
      />
    </>
  );
}

/** Status and result of the selected run. It scrolls where the image and its actions do not fit, such as on phones. */
function SelectedRun({ surface, run, form, onShowErrors, onFileStaged }: SelectedRunProps & { run: RunRecord }) {
  const hasOthers = useRoutersBeside(surface).length > 0;
  /** Input to run on another server; `null` if the dialog is closed. */
  const [bodyText, setBodyText] = useState<string | null>(null);
  const runOn = {
    label: 'Run on another server',
    icon: <Server aria-hidden />,
    onSelect: () => void withStoredInput(run, setBodyText),
  };
  const offersRunOn = hasOthers && isSettledRun(run);
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      {run.state.name === 'done' ? (
        <>
          <RunServers surface={surface} run={run} />
          <RunResult
            surface={surface}
            run={run}
            form={form}
            actions={offersRunOn ? [runOn] : []}
            onFileStaged={onFileStaged}
          />
        </>
      ) : (
        <>
          <RunServers surface={surface} run={run}>
            {offersRunOn ? (
              <Button size="sm" className="ml-auto" onClick={runOn.onSelect}>
                {runOn.icon}
                {runOn.label}
              </Button>
            ) : null}
          </RunServers>
          <div className="flex flex-1 flex-col p-4 md:p-5">
            <RunNotice surface={surface} run={run} onShowErrors={onShowErrors} />
          </div>
        </>
      )}
      {bodyText === null ? null : (
        <RunOnDialog
          surface={surface}
          modelId={run.modelId}
          bodyText={bodyText}
          ran={run}
          onClose={() => setBodyText(null)}
        />
      )}
    </div>
  );
}
