import { Expand, GitCompareArrows, Shrink, Star, X } from 'lucide-react';
import type { BatchEntry } from '@/domains/batches/batch-entry';
import { MAX_LIMIT, type BatchPlan } from '@/domains/batches/batch-plan';
import { classNames } from '@/lib/class-names';
import { formatInteger, formatPercent } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { useSetting } from '@/lib/settings/use-setting';
import { useCommandHint } from '@/shared/commands/key-labels';
import { Button } from '@/ui/button';
import { Select } from '@/ui/input/select';
import { Slider } from '@/ui/input/slider';
import { batchStatus } from '../batch-state';
import { CELL_ACTIONS, comparisonReason, runSeveralLabel } from '../grid/cell-actions';
import type { GridAxes, PinnedRows } from '../grid/grid-model';
import { DEFAULT_SIDE, gridViewSetting, MAX_SIDE, MIN_SIDE } from '../grid/grid-view';
import { requestAction } from '../request-action';

const RUN_AGAIN = CELL_ACTIONS['run-again'];

interface BatchToolbarProps {
  batch: BatchEntry;
  plan: BatchPlan;
  axes: GridAxes;
  pins: PinnedRows;
  favoriteCount: number;
  onlyFavorites: boolean;
  selectedCount: number;
  comparedCount: number;
  onAxes: (axes: { x?: number; y?: number }) => void;
  onPin: (pins: PinnedRows) => void;
  onOnlyFavorites: (isOn: boolean) => void;
  onRerun: () => void;
  onClearSelection: () => void;
  onCompare: () => void;
  onClearComparison: () => void;
}

/** Which cells the grid shows, how, and how many run at once. */
export function BatchToolbar(props: BatchToolbarProps) {
  const { batch, favoriteCount, onlyFavorites, selectedCount, comparedCount } = props;
  const { onOnlyFavorites, onRerun, onClearSelection, onCompare, onClearComparison } = props;
  const rerunHint = useCommandHint(t(RUN_AGAIN.label), 'run-again');
  const compareHint = useCommandHint(t('Compare these cells'), 'compare');
  const status = batchStatus(batch);
  return (
    <div
      role="toolbar"
      aria-label={t('Grid')}
      className="flex shrink-0 items-center gap-2 overflow-x-auto border-b border-line px-4 py-1.5 max-md:max-h-32 max-md:flex-wrap md:px-5 [scrollbar-width:none]"
    >
      <Button aria-pressed={onlyFavorites} onClick={() => onOnlyFavorites(!onlyFavorites)}>
        <Star aria-hidden className={classNames(onlyFavorites && 'fill-current text-warn')} />
        {t('Favorites')}
        <span className="text-sm text-muted">{formatInteger(favoriteCount)}</span>
      </Button>
      {onlyFavorites ? null : <AxisControls {...props} />}
      {selectedCount > 0 ? (
        <span className="flex shrink-0 items-center max-md:order-first">
          <Button {...rerunHint} onClick={onRerun}>
            <RUN_AGAIN.icon aria-hidden />
            {runSeveralLabel(selectedCount)}
          </Button>
          <Button
            tone="ghost"
            size="icon"
            aria-label={t('Clear the selection')}
            title={t('Clear the selection')}
            onClick={onClearSelection}
          >
            <X aria-hidden />
          </Button>
        </span>
      ) : null}
      {comparedCount > 0 ? (
        <span className="flex shrink-0 items-center max-md:order-first">
          <Button {...compareHint} disabledReason={comparisonReason(comparedCount)} onClick={onCompare}>
            <GitCompareArrows aria-hidden />
            {t('Compare {count}', { count: comparedCount })}
          </Button>
          <Button
            tone="ghost"
            size="icon"
            aria-label={t('Clear the comparison')}
            title={t('Clear the comparison')}
            onClick={onClearComparison}
          >
            <X aria-hidden />
          </Button>
        </span>
      ) : null}
      <span className="ml-auto flex shrink-0 items-center gap-2">
        {!batch.elsewhere && (status === 'running' || status === 'paused') ? <LimitSelect batch={batch} /> : null}
        <GridSize />
      </span>
    </div>
  );
}

const ALL = 'all';

function AxisControls({ plan, axes: { x, y, others }, pins, onAxes, onPin }: BatchToolbarProps) {
  if (x === null || y === null) return null;
  const axisOptions = plan.axes.map(({ label }, axis) => ({ value: String(axis), label }));
  const pin = (axis: number, value: string) => {
    const next = new Map(pins);
    if (value === ALL) next.delete(axis);
    else next.set(axis, Number(value));
    onPin(next);
  };
  return (
    <>
      <LabeledSelect
        label={t('Columns')}
        value={String(x)}
        options={axisOptions}
        // The same axis cannot be both.
        onValueChange={(next) => onAxes({ x: Number(next), y: Number(next) === y ? x : y })}
      />
      <LabeledSelect
        label={t('Rows')}
        value={String(y)}
        options={axisOptions}
        onValueChange={(next) => onAxes({ y: Number(next), x: Number(next) === x ? y : x })}
      />
      {others.map((axis) => {
        const { label = '', rows = [] } = plan.axes[axis] ?? {};
        const pinned = pins.get(axis);
        return (
          <LabeledSelect
            key={axis}
            label={label}
            value={pinned !== undefined && pinned < rows.length ? String(pinned) : ALL}
            options={[
              { value: ALL, label: t('All {count}', { count: formatInteger(rows.length) }) },
              ...rows.map((row, index) => ({ value: String(index), label: row.label })),
            ]}
            onValueChange={(next) => pin(axis, next)}
          />
        );
      })}
    </>
  );
}

interface LabeledSelectProps {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onValueChange: (value: string) => void;
}

function LabeledSelect({ label, ...select }: LabeledSelectProps) {
  return (
    <span className="flex shrink-0 items-center gap-1.5">
      <span aria-hidden className="max-w-32 shrink-0 truncate text-sm text-muted">
        {label}
      </span>
      <span className="max-w-40">
        <Select aria-label={label} {...select} />
      </span>
    </span>
  );
}

const LIMITS = [1, 2, 3, 4, 6, 8, 12, 16, 24, MAX_LIMIT];

function LimitSelect({ batch: { id, limit } }: { batch: BatchEntry }) {
  const limits = LIMITS.includes(limit) ? LIMITS : [...LIMITS, limit].toSorted((left, right) => left - right);
  return (
    <LabeledSelect
      label={t('At once')}
      value={String(limit)}
      options={limits.map((value) => ({ value: String(value), label: String(value) }))}
      onValueChange={(next) => requestAction(id, { kind: 'user_limit', limit: Number(next) })}
    />
  );
}

function GridSize() {
  const { side, fit } = useSetting(gridViewSetting);
  const isFilled = fit === 'cover';
  return (
    <>
      <Slider
        aria-label={t('Size of the cells')}
        aria-valuetext={formatPercent(side / DEFAULT_SIDE)}
        min={MIN_SIDE}
        max={MAX_SIDE}
        step={8}
        value={side}
        className="w-28 max-sm:w-18"
        onChange={({ currentTarget }) =>
          gridViewSetting.update((view) => ({ ...view, side: Number(currentTarget.value) }))
        }
      />
      <Button
        size="icon"
        tone="ghost"
        aria-label={t('Fill the cells')}
        aria-pressed={isFilled}
        title={isFilled ? t('Show whole images') : t('Fill the cells: images are cropped')}
        onClick={() => gridViewSetting.update((view) => ({ ...view, fit: isFilled ? 'contain' : 'cover' }))}
      >
        {isFilled ? <Shrink aria-hidden /> : <Expand aria-hidden />}
      </Button>
    </>
  );
}
