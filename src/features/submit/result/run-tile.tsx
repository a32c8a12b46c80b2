import { Ban, CircleAlert, Clock, Hourglass, Radio, Trash2 } from 'lucide-react';
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { isActive, isTerminal } from '@contract/jobs/lifecycle';
import type { Output } from '@contract/jobs/schemas';
import type { Preview } from '@/api/live/merge-job';
import { markOf, useJobAnnotations } from '@/domains/annotations/job-annotations';
import { isImage, THUMB_STRIP } from '@/domains/jobs/thumbnail-url';
import type { Surface } from '@/api/surface';
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
import { FilmstripTile, type TileState } from '@/shared/result/filmstrip-tile';
import { previewSetting } from '@/shared/viewer/preview-setting';
import { Spinner } from '@/ui/spinner';
import { useEditor } from '../draft/session/session-context';
import { useLiveMode } from '../live-mode/use-live-mode';
import { changedInputs } from './changed-inputs';
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
  const outputNodes = useEditor(({ draft }) => draft.outputNodes);
  const main = mainOutput(job?.outputs ?? [], outputNodes ?? []);
  const image = (main && isImage(main) ? main : job?.outputs?.findLast(isImage)) ?? null;
  return (
    <FilmstripTile
      ref={see}
      id={run.id}
      number={run.number}
      state={TILE_STATES[status] ?? 'ended'}
      word={word}
      changes={changes}
      progress={status === 'running' ? job?.progress?.value : null}
      isStarred={isStarred}
      server={run.isElsewhere ? run.surface : null}
      drag={image && !remembered ? dragSource(run.surface, image) : null}
      isSelected={isSelected}
      onSelect={onSelect}
    >
      <TilePicture surface={run.surface} status={status} image={image} output={main} preview={shown?.preview ?? null} />
    </FilmstripTile>
  );
}

const TILE_STATES: Readonly<Record<string, TileState>> = { succeeded: 'done', running: 'active', failed: 'failed' };

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
