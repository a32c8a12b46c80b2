import { Ban, CircleAlert, Clock, Hourglass, Radio, Star, Trash2 } from 'lucide-react';
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { isActive, isTerminal } from '@contract/jobs/lifecycle';
import type { ListedJob, Output } from '@contract/jobs/schemas';
import type { Preview } from '@/api/live/merge-job';
import { markOf, useJobAnnotations } from '@/domains/annotations/job-annotations';
import { isImage, THUMB_STRIP } from '@/domains/jobs/thumbnail-url';
import type { Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { formatPercent } from '@/lib/format';
import { useIsSeen } from '@/lib/hooks/use-is-seen';
import { t } from '@/lib/i18n/messages';
import { useSetting } from '@/lib/settings/use-setting';
import { announce } from '@/shared/feedback/announce';
import { statusText } from '@/shared/job-text';
import { dragSource } from '@/shared/drop/drag-source';
import { kindIcons } from '@/shared/files/kind-icon';
import { outputKind } from '@/shared/files/output-kind';
import { PreviewImage } from '@/shared/files/preview-image';
import { StoredImage } from '@/shared/files/stored-image';
import { SurfaceColorMark } from '@/shared/servers/surface-color';
import { previewSetting } from '@/shared/viewer/preview-setting';
import { Spinner } from '@/ui/spinner';
import { useEditor } from '../draft/session/session-context';
import { useLiveMode } from '../live-mode/use-live-mode';
import { changedInputs, changesText } from './changed-inputs';
import { useRunData, useRunGraph, useShownRun, type DraftRun } from './draft-runs';
import { mainOutput } from './picture';

interface RunTileProps {
  run: DraftRun;
  /** The run before it; `null` for the first one. */
  earlier: DraftRun | null;
  isSelected: boolean;
  /** It is fetched even while it is not in view, so that its end is announced. */
  isFollowed: boolean;
  /** It was started while this page was open, which announces its end. */
  isOfPage: boolean;
  onSelect: () => void;
}

/** One run in the filmstrip: its picture, what it changed, and its state unless it succeeded. */
export function RunTile({ run, earlier, isSelected, isFollowed, isOfPage, onSelect }: RunTileProps) {
  const [isSeen, see] = useIsSeen();
  const isWanted = isSeen || isFollowed;
  const { data, isGone, remembered } = useRunData(run, isWanted);
  const shown = useShownRun(run, data);
  const job = shown?.job ?? remembered;
  const status = job?.status ?? (isGone ? 'deleted' : 'submitted');
  const word = job ? statusText(job.status) : isGone ? t('deleted') : t('submitted');
  // Live mode announces only its own end.
  const isQuiet = useLiveMode(({ live }) => live !== null);
  useAnnouncedEnd(t('Run {number}', { number: run.number }), shown?.job.status ?? null, { isOfPage, isQuiet });
  const isStarred = useJobAnnotations((state) => markOf(run.surface.id, run.jobId)(state)?.isStarred === true);
  const graph = useRunGraph(run, isWanted);
  const earlierGraph = useRunGraph(earlier, isWanted);
  const changes = useMemo(
    () => (earlierGraph && graph ? changedInputs(earlierGraph, graph) : null),
    [earlierGraph, graph],
  );
  const changed = changes && changesText(changes);
  const firstChange = changes && changesText(changes.slice(0, 1));
  const outputNodes = useEditor(({ draft }) => draft.outputNodes);
  const main = mainOutput(job?.outputs ?? [], outputNodes ?? []);
  const image = (main && isImage(main) ? main : job?.outputs?.findLast(isImage)) ?? null;
  const state = stateText(word, job);
  const server = run.isElsewhere ? run.surface.name : null;
  const label = [t('Run {number}', { number: run.number }), server, word, changed, isStarred && t('starred')]
    .filter(Boolean)
    .join(', ');
  return (
    <div ref={see} className="relative shrink-0">
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a picture, with roving focus */}
      <button
        {...(image && !remembered ? dragSource(run.surface, image) : null)}
        type="button"
        role="radio"
        aria-checked={isSelected}
        aria-label={label}
        title={label}
        tabIndex={isSelected ? 0 : -1}
        data-run={run.id}
        onClick={onSelect}
        className="block w-14 rounded-md text-left sm:w-24"
      >
        <span
          className={classNames(
            'relative flex h-14 items-center justify-center overflow-hidden rounded-md sm:h-16 [&_svg]:size-5',
            status === 'failed' ? 'border border-bad/60 bg-bad-soft text-bad' : 'bg-hover text-faint',
            isSelected && 'outline-2 outline-offset-2 outline-accent',
          )}
        >
          <TilePicture
            surface={run.surface}
            status={status}
            image={image}
            output={main}
            preview={shown?.preview ?? null}
          />
          {server === null ? null : (
            <SurfaceColorMark color={run.surface.color} className="absolute inset-y-0 left-0 rounded-none" />
          )}
          {isStarred ? (
            <span className="absolute top-1 right-1 flex rounded bg-panel p-0.5 text-warn [&_svg]:size-3!">
              <Star aria-hidden className="fill-current" />
            </span>
          ) : null}
          {status === 'running' && job?.progress ? <TileProgress value={job.progress.value} /> : null}
        </span>
        <span className="mt-1.5 flex min-w-0 gap-1 text-xs max-sm:hidden">
          <span className={classNames('shrink-0', isSelected && 'font-semibold')}>
            {t('Run {number}', { number: run.number })}
          </span>
          {server === null ? null : <span className="truncate text-muted">{server}</span>}
        </span>
        <span
          className={classNames(
            'flex gap-1 text-xs max-sm:hidden',
            status === 'failed' ? 'text-bad' : status === 'running' ? 'text-accent' : 'text-muted',
          )}
        >
          <span className="truncate">{state ?? firstChange ?? NO_BREAK_SPACE}</span>
          {state === null && changes && changes.length > 1 ? <span>+{changes.length - 1}</span> : null}
        </span>
      </button>
    </div>
  );
}

/** Keeps the height of a line without text. */
const NO_BREAK_SPACE = '\u00A0';

/** What the second line says in place of the changed inputs; `null` for a run that succeeded. */
function stateText(word: string, job: ListedJob | null): string | null {
  if (job?.status === 'succeeded') return null;
  return job?.status === 'running' && job.progress ? `${word} ${formatPercent(job.progress.value)}` : word;
}

interface TilePictureProps {
  surface: Surface;
  status: string;
  image: Output | null;
  output: Output | null;
  preview: Preview | null;
}

function TilePicture({ surface, status, image, output, preview }: TilePictureProps) {
  const isPreviewOn = useSetting(previewSetting);
  if (preview && isPreviewOn) return <PreviewImage preview={preview} alt="" className="size-full object-cover" />;
  if (image) {
    return (
      <StoredImage surface={surface} source={image} side={THUMB_STRIP} className="checkerboard object-cover">
        {kindIcons.image}
      </StoredImage>
    );
  }
  if (status in STATE_ICONS) return STATE_ICONS[status];
  return output ? kindIcons[outputKind(output)] : <Radio aria-hidden />;
}

const STATE_ICONS: Readonly<Record<string, ReactNode>> = {
  submitted: <Clock aria-hidden />,
  queued: <Clock aria-hidden />,
  running: <Spinner />,
  canceling: <Hourglass aria-hidden />,
  failed: <CircleAlert aria-hidden />,
  canceled: <Ban aria-hidden />,
  expired: <Hourglass aria-hidden />,
  deleted: <Trash2 aria-hidden />,
};

/** Decorative: the text below says the same. */
function TileProgress({ value }: { value: number }) {
  return (
    <span aria-hidden className="absolute inset-x-1.5 bottom-1.5 h-1 overflow-hidden rounded-full bg-panel">
      <span
        className="block h-full origin-left bg-accent transition-transform duration-300"
        style={{ transform: `scaleX(${value})` }}
      />
    </span>
  );
}

interface EndOptions {
  isOfPage: boolean;
  isQuiet: boolean;
}

/** Announces the end of a run that was seen active, or was over before it was first read. @param status `null` until then */
function useAnnouncedEnd(name: string, status: string | null, { isOfPage, isQuiet }: EndOptions): void {
  const before = useRef(status);
  useEffect(() => {
    const wasActive = before.current === null ? isOfPage : isActive(before.current);
    if (wasActive && status !== null && isTerminal(status) && !isQuiet) announce(`${name} ${statusText(status)}`);
    before.current = status;
  }, [name, status, isOfPage, isQuiet]);
}
