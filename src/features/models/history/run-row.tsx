import { useQuery } from '@tanstack/react-query';
import { Copy, Download, Ellipsis, Pencil, Pin, Server, Split, Trash2 } from 'lucide-react';
import { isSettledRun, type RunRecord } from '@/domains/model-calls/run-record';
import { amendRun, readRunBody } from '@/domains/model-calls/runs';
import type { Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { formatBytes, formatDuration } from '@/lib/format';
import { copyText } from '@/shared/copy-text';
import { Age } from '@/shared/relative-time';
import { Button } from '@/ui/button';
import { Checkbox } from '@/ui/input/checkbox';
import { Chip } from '@/ui/chip';
import { Menu, type MenuItem } from '@/ui/overlay/menu';
import { inputSummary } from './input-summary';
import { RunImage } from './run-image';
import { runDuration, runChip } from '../run/run-chips';

export const ROW_PX = 64;

interface RunRowProps {
  surface: Surface;
  run: RunRecord;
  isChosen: boolean;
  isSelected: boolean;
  /** Whether the row shows the model; true in lists of several models. */
  showsModel: boolean;
  onOpen: () => void;
  onSelect: (isSelected: boolean) => void;
  onRerun: () => void;
  onRunElsewhere: () => void;
  /** Absent if no other server runs models. */
  onRunOn?: (() => void) | undefined;
  onExport: () => void;
  onDelete: () => void;
}

/** Row of a run: its output, status, time, duration and actions. */
export function RunRow({ surface, run, isChosen, isSelected, showsModel, ...acts }: RunRowProps) {
  const { word, tone } = runChip(run);
  const duration = runDuration(run);
  const summary = useInputSummary(run);
  const requestId = run.state.name === 'done' ? run.state.answer.requestId : null;
  const what = `${run.modelId}, ${word}`;
  const items: MenuItem[] = [
    { label: 'Edit and run again', icon: <Pencil />, onSelect: acts.onRerun },
    { label: 'Run on other models', icon: <Split />, onSelect: acts.onRunElsewhere },
    ...(acts.onRunOn ? [{ label: 'Run on another server', icon: <Server />, onSelect: acts.onRunOn }] : []),
    { label: 'Export', icon: <Download />, onSelect: acts.onExport },
    ...(requestId
      ? [{ label: 'Copy request ID', icon: <Copy />, onSelect: () => void copyText(requestId, 'Request ID') }]
      : []),
    {
      label: 'Delete',
      icon: <Trash2 />,
      tone: 'danger',
      disabledReason: deleteObjection(run),
      onSelect: acts.onDelete,
    },
  ];
  return (
    <div
      className={classNames(
        'flex h-full items-center gap-3 border-b border-line px-3 md:px-4',
        isChosen ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      <Checkbox label={`Select the run of ${what}`} isChecked={isSelected} onChange={acts.onSelect} />
      <button
        type="button"
        aria-label={`Show the run of ${what}`}
        className="flex min-w-0 flex-1 items-center gap-3 rounded-md text-left"
        onClick={acts.onOpen}
      >
        <RunImage surface={surface} run={run} className="h-12 w-16 shrink-0" />
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-2">
            <Chip tone={tone} className="pl-2">
              {word}
            </Chip>
            {showsModel ? <ModelName modelId={run.modelId} /> : null}
            <span className={classNames('min-w-0 flex-1 truncate text-muted', showsModel && 'max-sm:hidden')}>
              {summary}
            </span>
          </span>
          <span className="mt-1 block truncate text-sm text-muted">
            <Age at={run.createdAt} />
            {duration === null ? '' : ` · ${formatDuration(duration)}`} · {formatBytes(run.bodyBytes)} sent
          </span>
        </span>
      </button>
      <Button
        tone="ghost"
        size="icon-sm"
        aria-label={run.isPinned ? `Unpin the run of ${what}` : `Pin the run of ${what}`}
        aria-pressed={run.isPinned}
        title={run.isPinned ? 'Unpin' : 'Pin to keep this run'}
        onClick={() => void amendRun(run.id, { isPinned: !run.isPinned })}
      >
        <Pin aria-hidden className={classNames(run.isPinned && 'fill-current text-accent')} />
      </Button>
      <Menu
        trigger={
          <Button tone="ghost" size="icon-sm" aria-label={`More for the run of ${what}`} title="More">
            <Ellipsis aria-hidden />
          </Button>
        }
        items={items}
      />
    </div>
  );
}

/** Model id; without its provider on narrow screens. */
function ModelName({ modelId }: { modelId: string }) {
  const start = modelId.indexOf('/') + 1;
  return (
    <span className="min-w-0 truncate font-medium" title={modelId}>
      <span className="max-sm:hidden">{modelId.slice(0, start)}</span>
      {modelId.slice(start)}
    </span>
  );
}

/** Returns the reason why a run cannot be deleted; `null` if it can, since its cost is then known. */
export function deleteObjection(run: RunRecord): string | null {
  if (run.state.name === 'collectable') return 'Its result may still be collected, and may have been paid for.';
  return isSettledRun(run) ? null : 'This run is in progress.';
}

/** Larger bodies contain files, which are too expensive to read for a list row. */
const MAX_BODY_BYTES = 256 * 1024;

/** Returns the prompt or similar text of a run; an empty string if there is none. */
function useInputSummary(run: RunRecord): string {
  const { data } = useQuery({
    queryKey: [run.surfaceId, 'device.run-summary', run.id],
    queryFn: async () => inputSummary((await readRunBody(run.id)) ?? ''),
    enabled: run.bodyBytes <= MAX_BODY_BYTES,
    staleTime: Infinity,
    retry: false,
  });
  return data ?? '';
}
