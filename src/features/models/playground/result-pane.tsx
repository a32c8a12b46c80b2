import { ArrowLeft, Ellipsis } from 'lucide-react';
import type { ComponentProps } from 'react';
import type { ModelDetail } from '@contract/router/schemas';
import type { RunRecord } from '@/domains/model-calls/run-record';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { reportFilledIn } from '@/shared/generation-inputs/fill-in-form';
import { ResultToolbar } from '@/shared/result/result-toolbar';
import { Button } from '@/ui/button';
import { LazyMenu } from '@/ui/overlay/lazy-menu';
import { RUN_ACTIONS, STEPS } from '../actions/run-actions';
import { runMenu, useRunActions, useRunKeys } from '../actions/use-run-actions';
import { ModelHistory } from '../history/model-history';
import { BeforeFirstRun } from './before-first-run';
import { RunCaption } from './run-caption';
import { RunFilmstrip } from './run-filmstrip';
import { RunNotice } from './run-notice';
import { RunServers } from '../run-on/run-servers';
import { RunResult } from '../result/run-result';

export type ResultStep = 'result' | 'history';

interface SelectedRunProps {
  surface: Surface;
  /** Runs of the model, newest first. */
  runs: readonly RunRecord[];
  form: Required<ComponentProps<typeof RunResult>>['form'];
  /** Focuses the field errors of the run if the form shows them. */
  onShowErrors: (() => void) | null;
  /** Called after a file of the result was staged for another model. */
  onFileStaged: () => void;
}

interface ResultPaneProps extends SelectedRunProps {
  detail: ModelDetail;
  run: RunRecord | null;
  /** Whether all runs of the model are shown instead of the selected one. */
  isHistory: boolean;
  onLook: (change: { run?: string; step: ResultStep }) => void;
}

/** The selected run with the latest ones below, or all runs of the model. */
export function ResultPane({ detail, run, isHistory, onLook, ...selected }: ResultPaneProps) {
  const { surface, runs } = selected;
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
        <RunFilmstrip
          surface={surface}
          runs={runs}
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
        onRerun={(_run, bodyText) => reportFilledIn(selected.form.replace(bodyText), { name: null })}
      />
    </>
  );
}

/** The result of the selected run, or why there is none. It scrolls where that and its actions do not fit, such as on phones. */
function SelectedRun({ surface, runs, run, form, onShowErrors, onFileStaged }: SelectedRunProps & { run: RunRecord }) {
  const actions = useRunActions({
    surface,
    onEdit: (_run, bodyText) => reportFilledIn(form.replace(bodyText), { name: null }),
  });
  useRunKeys(() => [run], actions);
  const at = runs.findIndex(({ id }) => id === run.id);
  const isDone = run.state.name === 'done';
  const compare = actions.actionOf('compare', [run]);
  const stop = actions.actionOf('stop', [run]);
  const { icon: StopIcon } = RUN_ACTIONS.stop;
  const menu = (
    <LazyMenu
      trigger={
        <Button size="icon" aria-label={t('More actions for this run')} title={t('More')}>
          <Ellipsis aria-hidden />
        </Button>
      }
      items={() => runMenu(run, actions, isDone ? [] : STEPS)}
    />
  );
  const caption = (
    <RunCaption run={run} number={runs.length - at} earlier={runs[at + 1] ?? null}>
      {stop.isShown ? (
        <Button size="sm" tone="ghost" onClick={stop.run}>
          <StopIcon aria-hidden />
          {stop.label}
        </Button>
      ) : null}
    </RunCaption>
  );
  return (
    <div className="@container flex min-h-0 flex-1 flex-col overflow-y-auto">
      <RunServers surface={surface} run={run} />
      {isDone ? (
        <RunResult
          surface={surface}
          run={run}
          form={form}
          caption={caption}
          compare={compare}
          menu={menu}
          onFileStaged={onFileStaged}
        />
      ) : (
        <>
          <RunNotice surface={surface} run={run} actions={actions} onShowErrors={onShowErrors} />
          {caption}
          <ResultToolbar marks={null} incomparable={compare.reason} onCompare={compare.run}>
            {menu}
          </ResultToolbar>
        </>
      )}
      {actions.dialog}
    </div>
  );
}
