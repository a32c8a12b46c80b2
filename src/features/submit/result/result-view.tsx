import { Ban, Clock, Image, ImageOff, Trash2, WifiOff } from 'lucide-react';
import { useMemo, useState } from 'react';
import { isTerminal } from '@contract/jobs/lifecycle';
import type { ListedJob } from '@contract/jobs/schemas';
import { useLiveJobs } from '@/api/live/use-live';
import { classNames } from '@/lib/class-names';
import { t } from '@/lib/i18n/messages';
import { useSetting } from '@/lib/settings/use-setting';
import { THUMB_ROW } from '@/domains/jobs/thumbnail-url';
import { formatQueuePosition, statusText } from '@/shared/job-text';
import { dragSource } from '@/shared/drop/drag-source';
import { OutputThumbnail } from '@/shared/files/output-thumbnail';
import { changesText } from '@/shared/result/run-change';
import { OutputSwitch } from '@/shared/result/output-switch';
import { ResultNotice } from '@/shared/result/result-notice';
import { InputsPaneButton } from '@/shared/viewer/output/inputs-pane';
import { previewSetting } from '@/shared/viewer/preview-setting';
import { Spinner } from '@/ui/spinner';
import { lazyDialog } from '@/ui/overlay/lazy-dialog';
import { useEditor } from '../draft/session/session-context';
import { changedInputs } from './changed-inputs';
import { useRunData, useRunGraph, useShownRun, type DraftRun } from './draft-runs';
import { orderOutputs, pictureOf } from './picture';
import { PictureStage } from './picture-stage';
import { OpenJobLink, RunActions } from './run-actions';
import { RunCaption } from './run-caption';
import { RunFailure } from './run-failure';
import { WithRunInputs } from './with-run-inputs';

const Lightbox = lazyDialog(async () => (await import('@/shared/viewer/output/lightbox')).Lightbox);

export interface ResultViewProps {
  /** `null` before the first run. */
  run: DraftRun | null;
  /** The run before it; `null` for the first one. */
  earlier: DraftRun | null;
  /** It is shown because it is the newest one: the last picture stays until it has one. */
  isFollowed: boolean;
  /** Space at the start of the bar, for the switch of the pane. */
  barClass: string;
  /** Shows a node in the form, or in the graph if it has no inputs. */
  onShowNode: (nodeId: string) => void;
}

const ALL_NODES: readonly string[] = [];

/** The selected run in large: its picture or why there is none, its progress, and what can be done with it. */
export function ResultView({ run, ...props }: ResultViewProps) {
  return (
    <div className="@container flex min-h-0 flex-1 flex-col">
      <h2 className="sr-only">{t('Result')}</h2>
      {run ? (
        <RunResult run={run} {...props} />
      ) : (
        <ResultNotice icon={<Image aria-hidden />} title={t('No result yet')}>
          {t('The outputs of this workflow appear here once it runs.')}
        </ResultNotice>
      )}
    </div>
  );
}

function RunResult({ run, earlier, isFollowed, barClass, onShowNode }: ResultViewProps & { run: DraftRun }) {
  const { surface } = run;
  const { data, isGone, remembered } = useRunData(run, true);
  useLiveJobs(surface, data ? [data.job] : []);
  const shown = useShownRun(run, data);
  const isPreviewOn = useSetting(previewSetting);
  const [chosen, setChosen] = useState<{ runId: string; outputId: string } | null>(null);
  const [isLarge, setLarge] = useState(false);
  const [hasInputs, setHasInputs] = useState(false);
  const title = useEditor(({ draft }) => draft.title);
  const job = shown?.job ?? null;
  const outputNodes = useEditor(({ draft }) => draft.outputNodes) ?? ALL_NODES;
  const outputs = orderOutputs(job?.outputs ?? [], outputNodes);
  const outputId = chosen?.runId === run.id ? chosen.outputId : null;
  const picture = shown && pictureOf(surface, shown, { outputId, isPreviewOn, outputNodes });
  const output = picture?.kind === 'output' ? picture.output : null;
  const graph = useRunGraph(run, true);
  const earlierGraph = useRunGraph(earlier, true);
  const changed = useMemo(
    () => (earlierGraph && graph ? changesText(changedInputs(earlierGraph, graph)) : null),
    [earlierGraph, graph],
  );
  const isPending = job === null ? !isGone && !remembered : !isTerminal(job.status);
  const choose = (id: string) => setChosen({ runId: run.id, outputId: id });
  return (
    <>
      <WithRunInputs run={run} isOpen={hasInputs && job !== null}>
        {job?.error ? (
          <div
            className={classNames(
              'flex flex-col px-4 pt-13 md:px-5',
              picture ? 'max-h-[60%] shrink-0' : 'min-h-0 flex-1 justify-center pb-6',
            )}
          >
            <RunFailure surface={surface} job={job} error={job.error} graph={graph} onShowNode={onShowNode} />
          </div>
        ) : null}
        {job?.error && !picture ? null : (
          <PictureStage
            picture={picture}
            keepsLast={isFollowed && isPending}
            barClass={job?.error ? 'pl-4 md:pl-5' : barClass}
            onOpenLarge={() => setLarge(true)}
          >
            <NoPicture job={job ?? remembered} isGone={isGone} isAway={remembered !== null} />
          </PictureStage>
        )}
      </WithRunInputs>
      {job && outputs.length > 1 ? (
        <OutputSwitch
          outputs={outputs.map((one) => ({
            id: one.id,
            name: one.name,
            picture: <OutputThumbnail surface={surface} output={one} side={THUMB_ROW} />,
            drag: dragSource(surface, one),
          }))}
          currentId={output?.id ?? null}
          onChoose={choose}
        />
      ) : null}
      {shown && job ? (
        <>
          <div className="flex shrink-0 items-end">
            <div className="min-w-0 flex-1">
              <RunCaption run={run} shown={shown} graph={graph} changed={changed} />
            </div>
            <div className="mr-4 mb-1.5 md:mr-5">
              <InputsPaneButton
                pane={{ isOpen: hasInputs, toggle: () => setHasInputs(!hasInputs) }}
                tone="ghost"
                size="sm"
              />
            </div>
          </div>
          <RunActions run={run} job={job} output={output} earlier={earlier} />
        </>
      ) : (
        // Its page says more about a job that cannot be read here.
        <div className="flex shrink-0 items-center justify-between px-4 pb-3 md:px-5">
          <span className="font-medium">{t('Run {number}', { number: run.number })}</span>
          <OpenJobLink run={run} />
        </div>
      )}
      {isLarge && job && output ? (
        <Lightbox
          surface={surface}
          job={job}
          title={title}
          outputs={outputs}
          current={output}
          onChoose={(next) => choose(next.id)}
          onClose={() => setLarge(false)}
        />
      ) : null}
    </>
  );
}

interface NoPictureProps {
  job: ListedJob | null;
  isGone: boolean;
  /** The server cannot be reached: the job is the last known state. */
  isAway: boolean;
}

function NoPicture({ job, isGone, isAway }: NoPictureProps) {
  if (isGone) {
    return (
      <ResultNotice icon={<Trash2 aria-hidden />} title={t('Deleted')}>
        {t('This job no longer exists on the server.')}
      </ResultNotice>
    );
  }
  if (isAway && job) {
    return (
      <ResultNotice
        icon={<WifiOff aria-hidden />}
        title={t('Last known state: {status}', { status: statusText(job.status) })}
      >
        {t('The server is unreachable. Retrying automatically.')}
      </ResultNotice>
    );
  }
  switch (job?.status) {
    case undefined:
      return <ResultNotice icon={<Spinner />} title={t('Loading')} />;
    case 'queued':
      return (
        <ResultNotice icon={<Clock aria-hidden />} title={formatQueuePosition(job?.queue_position) ?? t('Waiting')}>
          {job?.progress?.message || t('It starts once the jobs ahead have finished.')}
        </ResultNotice>
      );
    case 'running':
    case 'canceling':
      return (
        <ResultNotice icon={<Spinner />} title={t('Working')}>
          {t('Previews and outputs appear here during the run.')}
        </ResultNotice>
      );
    case 'canceled':
      return (
        <ResultNotice icon={<Ban aria-hidden />} title={t('Canceled')}>
          {t('It was canceled before an output was saved.')}
        </ResultNotice>
      );
    default:
      return (
        <ResultNotice icon={<ImageOff aria-hidden />} title={t('No outputs')}>
          {t('The job finished without outputs.')}
        </ResultNotice>
      );
  }
}
