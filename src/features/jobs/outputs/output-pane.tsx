import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Output, ListedJob } from '@contract/jobs/schemas';
import type { Graph } from '@contract/workflow/graph';
import type { ShownJob, Preview } from '@/api/live/merge-job';
import type { Surface } from '@/api/surface';
import { definitionsQuery } from '@/domains/node-definitions-query';
import { classNames } from '@/lib/class-names';
import { t } from '@/lib/i18n/messages';
import { useSetting } from '@/lib/settings/use-setting';
import { useCommands } from '@/shared/commands/use-commands';
import { useMediaQuery } from '@/lib/hooks/use-media-query';
import { TWO_COLUMNS } from '../list/two-columns';
import { comparedOf, firstPair, type Compared } from '../compare/compare-model';
import { FilmStrip } from './film-strip';
import { jobTitleHere } from '../job/job-title';
import { OutputView } from '@/shared/viewer/output/output-view';
import { previewSetting } from '@/shared/viewer/preview-setting';
import { expectedOutputs, outputPaneView } from './output-pane-model';
import { Lightbox } from '@/shared/viewer/output/lightbox';
import { lazyDialog } from '@/ui/overlay/lazy-dialog';
import { Clock, Hourglass, ImageOff } from 'lucide-react';
import { isTerminal } from '@contract/jobs/lifecycle';
import { useJobStart, type JobStart } from '@/domains/jobs/job-start';
import { Spinner } from '@/ui/spinner';
import { formatQueuePosition } from '@/shared/job-text';
import { useCommandHint } from '@/shared/commands/key-labels';
import { filesAt } from '@/shared/dialog-requests/file-at';
import { Button } from '@/ui/button';
import { openDialog } from '@/shared/dialog-requests/dialogs';
import { outputsOf } from '@/shared/files/outputs-of';
import { COMPARE_OUTPUTS, JOB_ACTIONS } from '../actions/job-actions';
import { SaveAllButton } from './save-all-button';
import { formatDuration } from '@/lib/format';
import { useNow } from '@/lib/hooks/use-now';
import { PreviewImage } from '@/shared/files/preview-image';
import { PreviewBadge } from '@/shared/viewer/preview-badge';

const route = getRouteApi('/$surface/jobs/$jobId');

const CompareOutputsDialog = lazyDialog(
  async () => (await import('../compare/compare-outputs-dialog')).CompareOutputsDialog,
);

interface OutputPaneProps {
  surface: Surface;
  shown: ShownJob;
  graph: Graph | null;
}

/** Left column: the current output or preview of the job in large, and all outputs so far below it. */
export function OutputPane({ surface, shown, graph }: OutputPaneProps) {
  const { job } = shown;
  const outputs = job.outputs ?? [];
  const { data: classes } = useQuery(definitionsQuery(surface));
  const { output: chosenId, compare: leftId, more, mode = 'slider' } = route.useSearch();
  const navigate = useNavigate({ from: '/$surface/jobs/$jobId' });
  const [isLarge, setIsLarge] = useState(false);
  const isPreviewOn = useSetting(previewSetting);
  const takesWheel = useMediaQuery(TWO_COLUMNS);
  const preview = isPreviewOn ? shown.preview : null;
  const view = outputPaneView(outputs, preview, chosenId);
  const currentId = view.kind === 'output' ? view.output.id : null;
  const choose = (output: Output | null) =>
    void navigate({ search: (before) => ({ ...before, output: output?.id }), replace: true });

  const compared = comparedOf(outputs, [leftId, chosenId, ...(more?.split(',') ?? [])]);
  const offered = firstPair(outputs, currentId);
  const compare = ([left, right, ...others]: Compared, how = mode) =>
    void navigate({
      search: (before) => ({
        ...before,
        compare: left.id,
        output: right.id,
        more: others.map(({ id }) => id).join(',') || undefined,
        mode: how === 'slider' ? undefined : how,
      }),
      replace: true,
    });
  const go = (step: 1 | -1) => {
    const after = (from: string) => outputs[outputs.findIndex(({ id }) => id === from) + step];
    if (currentId === null || !after(currentId)) return false;
    // Another press continues from where the last one leads, even if that is not on screen yet.
    void navigate({
      search: ({ output = currentId, ...before }) => ({ ...before, output: after(output)?.id ?? output }),
      replace: true,
    });
    return true;
  };
  useCommands({ 'output-next': () => go(1), 'output-previous': () => go(-1) });

  return (
    <section
      aria-label={t('Outputs')}
      className="flex min-h-0 min-w-0 flex-col border-line max-md:border-b md:border-r"
    >
      {shown.preview && !isPreviewOn ? <PreviewsAreOff /> : null}
      <div
        className={classNames('flex flex-1 flex-col md:min-h-0', view.kind !== 'nothing' && 'min-h-[min(60dvh,420px)]')}
      >
        {view.kind === 'preview' ? <LivePreview preview={view.preview} /> : null}
        {view.kind === 'output' ? (
          <OutputView
            key={view.output.id}
            surface={surface}
            job={job}
            output={view.output}
            takesWheel={takesWheel}
            onOpenLarge={() => setIsLarge(true)}
          />
        ) : null}
        {view.kind === 'nothing' ? <OutputPlaceholder surface={surface} job={job} /> : null}
      </div>
      <FilmStrip
        surface={surface}
        outputs={outputs}
        expected={expectedOutputs(job, graph, classes)}
        preview={preview}
        currentId={currentId}
        onChoose={choose}
        actions={
          <OutputActions
            surface={surface}
            title={jobTitleHere(surface, job)}
            job={job}
            outputs={outputs}
            onCompare={offered ? () => compare(offered) : null}
          />
        }
      />
      {isLarge && view.kind === 'output' ? (
        <Lightbox
          surface={surface}
          job={job}
          title={jobTitleHere(surface, job)}
          outputs={outputs}
          current={view.output}
          onChoose={choose}
          onClose={() => setIsLarge(false)}
        />
      ) : null}
      {compared ? (
        <CompareOutputsDialog
          surface={surface}
          outputs={outputs}
          compared={compared}
          mode={mode}
          onChange={compare}
          onClose={() =>
            void navigate({
              search: (before) => ({ ...before, compare: undefined, more: undefined, mode: undefined }),
              replace: true,
            })
          }
        />
      ) : null}
    </section>
  );
}

/** Output pane of a job without outputs: queued, running, or finished without outputs. */
function OutputPlaceholder({ surface, job }: { surface: Surface; job: ListedJob }) {
  const start = useJobStart(surface, job);
  const words = isTerminal(job.status)
    ? { icon: <ImageOff aria-hidden />, title: t('No outputs'), text: finishedText(job, start) }
    : job.status === 'queued'
      ? {
          icon: <Clock aria-hidden />,
          title: formatQueuePosition(job.queue_position) ?? t('Waiting'),
          text: job.progress?.message || t('Outputs appear here as they are saved.'),
        }
      : {
          icon: job.status === 'canceling' ? <Hourglass aria-hidden /> : <Spinner />,
          title: t('Working'),
          text: job.progress?.message || t('Previews and outputs appear here during the run.'),
        };
  return (
    <div className="flex min-h-40 flex-1 flex-col items-center justify-center gap-2 p-6 text-center text-muted [&_svg]:size-6 [&_svg]:text-faint">
      {words.icon}
      <p className="text-lg font-semibold text-text first-letter:uppercase">{words.title}</p>
      <p>{words.text}</p>
    </div>
  );
}

function finishedText({ status }: ListedJob, start: JobStart): string {
  if (start === 'never') return t('The job never started.');
  if (start === 'unknown') return t('The job ended without outputs.');
  return status === 'failed' || status === 'canceled'
    ? t('The run ended before an output was saved.')
    : t('The job finished without outputs.');
}

const ZIP = JOB_ACTIONS['save-outputs'];

interface OutputActionsProps {
  surface: Surface;
  /** Title of the job. */
  title: string;
  job: ListedJob;
  outputs: readonly Output[];
  /** `null` if there are not two outputs of the same kind. */
  onCompare: (() => void) | null;
}

/** Actions for several outputs at once. */
function OutputActions({ surface, title, job, outputs, onCompare }: OutputActionsProps) {
  const isOffered = outputs.length > 1;
  const onZip = () => openDialog('zip', { files: filesAt(surface, outputsOf([job])), title });
  useCommands(onCompare ? { compare: { run: onCompare } } : {});
  const compareHint = useCommandHint(t(COMPARE_OUTPUTS.label), 'compare');
  if (!isOffered) return null;
  return (
    <div className="flex shrink-0 gap-2 px-4 pb-3 sm:flex-col sm:py-3 sm:pr-4 sm:pl-0 md:pr-5">
      {onCompare ? (
        <Button size="sm" className="justify-start" {...compareHint} onClick={onCompare}>
          <COMPARE_OUTPUTS.icon aria-hidden />
          {t('Compare')}
        </Button>
      ) : null}
      <SaveAllButton surface={surface} job={job} outputs={outputs} className="justify-start" />
      <Button size="sm" className="justify-start" title={t(ZIP.label)} onClick={onZip}>
        <ZIP.icon aria-hidden />
        {t('Zip')}
      </Button>
    </div>
  );
}

const AGE_STEP_MS = 200;

/** Latest preview of the running job, with its age. */
function LivePreview({ preview }: { preview: Preview }) {
  return (
    <div className="relative flex min-h-0 flex-1 items-center justify-center p-4 md:p-5">
      <PreviewImage
        preview={preview}
        alt={t('Live preview of the running job')}
        className="absolute inset-4 size-[calc(100%-32px)] object-contain"
      />
      <PreviewBadge className="top-4 left-4">
        {t('preview')} · <PreviewAge at={preview.at} />
      </PreviewBadge>
    </div>
  );
}

/** Shows the age of a monotonic timestamp. */
function PreviewAge({ at }: { at: number }) {
  const now = useNow(AGE_STEP_MS);
  const age = Math.max(0, now - (performance.timeOrigin + at));
  return (
    <span>
      {age < AGE_STEP_MS ? t('now') : t('{duration} ago', { duration: formatDuration(Math.floor(age / 100) * 100) })}
    </span>
  );
}

/** Button to turn previews on again, shown if there is one. */
function PreviewsAreOff() {
  return (
    <p className="flex shrink-0 items-center gap-2 px-4 pt-2 text-sm text-muted md:px-5">
      {t('Live previews are off.')}
      <button
        type="button"
        className="rounded font-medium text-accent hover:underline"
        onClick={() => previewSetting.set(true)}
      >
        {t('Show them')}
      </button>
    </p>
  );
}
