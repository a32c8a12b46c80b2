import { ArrowLeft, Ellipsis } from 'lucide-react';
import type { ModelDetail } from '@contract/router/schemas';
import type { RunRecord } from '@/domains/model-calls/run-record';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { LazyMenu } from '@/ui/overlay/lazy-menu';
import { STEPS } from '../actions/run-actions';
import { runMenu, useRunActions, useRunKeys } from '../actions/use-run-actions';
import { HistoryStrip } from '../history/history-strip';
import { ModelHistory } from '../history/model-history';
import { BeforeFirstRun } from './before-first-run';
import { RunNotice } from './run-notice';
import { RunServers } from '../run-on/run-servers';
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
          {t('Result')}
        </Button>
        <h2 className="font-semibold">{t('History')}</h2>
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
  const actions = useRunActions({ surface, onEdit: (_run, bodyText) => form.replace(bodyText) });
  useRunKeys(() => [run], actions);
  const isDone = run.state.name === 'done';
  const menu = (
    <LazyMenu
      trigger={
        <Button tone="ghost" size="icon-sm" aria-label={t('More actions for this run')} title={t('More')}>
          <Ellipsis aria-hidden />
        </Button>
      }
      items={() => runMenu(run, actions, isDone ? [] : STEPS)}
    />
  );
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <RunServers surface={surface} run={run} />
      {isDone ? (
        <RunResult surface={surface} run={run} form={form} menu={menu} onFileStaged={onFileStaged} />
      ) : (
        <div className="flex flex-1 flex-col p-4 md:p-5">
          <RunNotice surface={surface} run={run} actions={actions} menu={menu} onShowErrors={onShowErrors} />
        </div>
      )}
      {actions.dialog}
    </div>
  );
}
