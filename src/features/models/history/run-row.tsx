import { useQuery } from '@tanstack/react-query';
import { Ellipsis, Pin } from 'lucide-react';
import type { RunRecord } from '@/domains/model-calls/run-record';
import { readRunBody } from '@/domains/model-calls/runs';
import type { Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { t } from '@/lib/i18n/messages';
import { loadModule } from '@/lib/load-module';
import { formatBytes, formatDuration } from '@/lib/format';
import { Age } from '@/shared/relative-time';
import { Button } from '@/ui/button';
import { Checkbox } from '@/ui/input/checkbox';
import { Chip } from '@/ui/chip';
import { LazyMenu } from '@/ui/overlay/lazy-menu';
import type { RunActionId } from '../actions/run-actions';
import { runMenu, type RunActions } from '../actions/use-run-actions';
import { runDuration, runChip } from '../run/run-chips';
import { RunImage } from './run-image';

export const ROW_PX = 64;

/** Actions that have a button in the row. */
const IN_ROW: readonly RunActionId[] = ['pin'];

/** Returns the id of the run whose row has the focus. */
export function focusedRun(): string | null {
  return document.activeElement?.closest<HTMLElement>('[data-run]')?.dataset['run'] ?? null;
}

interface RunRowProps {
  surface: Surface;
  run: RunRecord;
  isChosen: boolean;
  isSelected: boolean;
  /** Whether the row shows the model; true in lists of several models. */
  showsModel: boolean;
  onOpen: () => void;
  /** @param isRange up to this row */
  onSelect: (isRange: boolean) => void;
  actions: RunActions;
}

/** Row of a run: its output, status, time, duration and actions. */
export function RunRow({ surface, run, isChosen, isSelected, showsModel, onOpen, onSelect, actions }: RunRowProps) {
  const { word, tone } = runChip(run);
  const duration = runDuration(run);
  const summary = useInputSummary(run);
  const what = `${run.modelId}, ${word}`;
  // The first line has no room for it beside the model.
  const isNarrowSummary = showsModel && summary !== '';
  const pin = actions.actionOf('pin', [run]);
  return (
    <div
      data-run={run.id}
      className={classNames(
        'flex h-full items-center gap-3 border-b border-line px-3 md:px-4',
        isChosen ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      <Checkbox
        label={t('Select the run of {model}', { model: what })}
        isChecked={isSelected}
        onChange={(_isChecked, isRange) => onSelect(isRange)}
      />
      <button
        type="button"
        aria-label={t('Show the run of {model}', { model: what })}
        className="flex min-w-0 flex-1 items-center gap-3 rounded-md text-left"
        onClick={onOpen}
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
            {isNarrowSummary ? <span className="sm:hidden"> · {summary}</span> : null}
            <span className={classNames(isNarrowSummary && 'max-sm:hidden')}>
              {duration === null ? '' : ` · ${formatDuration(duration)}`} ·{' '}
              {t('{size} sent', { size: formatBytes(run.bodyBytes) })}
            </span>
          </span>
        </span>
      </button>
      <Button
        tone="ghost"
        size="icon-sm"
        aria-label={
          run.isPinned ? t('Unpin the run of {model}', { model: what }) : t('Pin the run of {model}', { model: what })
        }
        aria-pressed={run.isPinned}
        title={run.isPinned ? t('Unpin') : t('Pin to keep this run')}
        onClick={pin.run}
      >
        <Pin aria-hidden className={classNames(run.isPinned && 'fill-current text-accent')} />
      </Button>
      <LazyMenu
        trigger={
          <Button
            tone="ghost"
            size="icon-sm"
            aria-label={t('More actions for the run of {model}', { model: what })}
            title={t('More')}
          >
            <Ellipsis aria-hidden />
          </Button>
        }
        items={() => runMenu(run, actions, IN_ROW)}
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

/** Larger bodies contain files, which are too expensive to read for a list row. */
const MAX_BODY_BYTES = 256 * 1024;

/** Returns the prompt or similar text of a run; an empty string if there is none. */
function useInputSummary(run: RunRecord): string {
  const { data } = useQuery({
    queryKey: [run.surfaceId, 'device.run-summary', run.id],
    queryFn: async () => {
      // Not needed for the first paint of a model.
      const { inputSummary } = await loadModule(() => import('./input-summary'));
      return inputSummary((await readRunBody(run.id)) ?? '');
    },
    enabled: run.bodyBytes <= MAX_BODY_BYTES,
    staleTime: Infinity,
    retry: false,
  });
  return data ?? '';
}
