import { getRouteApi } from '@tanstack/react-router';
import { Star } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { useLive } from '@/api/live/use-live';
import { findSurface, type Surface } from '@/api/surface';
import { markOf, useJobAnnotations } from '@/domains/annotations/job-annotations';
import type { BatchEntry } from '@/domains/batches/batch-entry';
import { cellCount } from '@/domains/batches/batch-plan';
import { useBatchCells } from '@/domains/batches/use-batch-cells';
import type { PlannedWorkflow } from '@/domains/batches/browser-ports';
import { cellName } from '@/domains/batches/cell-name';
import { useElementSize } from '@/lib/hooks/use-element-size';
import { t } from '@/lib/i18n/messages';
import { useSetting } from '@/lib/settings/use-setting';
import { letterOf } from '@/shared/compare/compare-model';
import { useListSelection } from '@/shared/page/use-list-selection';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { lazyDialog } from '@/ui/overlay/lazy-dialog';
import { batchStatus } from '../batch-state';
import { favoriteValues } from '../favorites';
import { BatchGrid } from '../grid/batch-grid';
import { CellTile } from '../grid/cell-tile';
import { flowLayout, MAX_LABEL_WIDTH, tableSide, widthOfLabels } from '../grid/grid-layout';
import { allCells, cellsOf, chooseAxes, flowModel, tableModel, formatPins, parsePins } from '../grid/grid-model';
import { DEFAULT_SIDE, gridViewSetting } from '../grid/grid-view';
import { RerunDialog } from '../rerun/rerun-dialog';
import { focusedCell } from '../grid/focused-cell';
import { BatchHeader } from './batch-header';
import { BatchToolbar } from './batch-toolbar';
import { useCellActions } from './use-cell-actions';
import { useCellKeys } from './use-cell-keys';
import { useEditAsSweep } from './use-edit-as-sweep';
import { MarkDialog } from './mark-dialog';
import { FavoriteValues } from './favorite-values';

const route = getRouteApi('/$surface/batches/$batchId');
/** Before the first layout. */
const NO_SPACE = { width: 0, height: 0 };
const ExportDialog = lazyDialog(async () => (await import('../export/export-dialog')).ExportDialog);
const CellViewer = lazyDialog(async () => (await import('../viewer/cell-viewer')).CellViewer);

/** Grid of the results with its filters, the large view and the exports. */
export function BatchResults({ batch, planned }: { batch: BatchEntry; planned: PlannedWorkflow }) {
  const { plan } = planned;
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const cells = useBatchCells(batch.id);
  const { side: wantedSide, fit } = useSetting(gridViewSetting);
  const { ref, size } = useElementSize();
  const [isExporting, setExporting] = useState(false);
  const records = useMemo(() => new Map(cells.map((record) => [record.cell, record])), [cells]);
  const marks = useJobAnnotations(({ marks: known }) => known);
  const favorites = useMemo(
    () =>
      cells.flatMap(({ cell, surfaceId, jobId }) =>
        jobId !== null && markOf(surfaceId, jobId)({ marks, isRead: true })?.isStarred ? [cell] : [],
      ),
    [cells, marks],
  );
  const values = useMemo(() => favoriteValues(plan, favorites), [plan, favorites]);

  const { x, y, at, star } = search;
  const pins = useMemo(() => parsePins(at), [at]);
  const space = size ?? NO_SPACE;
  // Of the default size: the axes must not change places while the cells are resized.
  const { columns: fitting } = flowLayout({ ...space, width: space.width - MAX_LABEL_WIDTH }, DEFAULT_SIDE);
  const axes = useMemo(() => chooseAxes(plan, { x, y }, fitting), [plan, x, y, fitting]);
  const onlyFavorites = star === true;
  const flow = flowLayout(space, wantedSide, onlyFavorites ? favorites.length : cellCount(plan));
  const { columns } = flow;
  // Not of the favorites unless they are shown: these change with every cell of a running batch, the model must not.
  const listed = onlyFavorites ? favorites : null;
  const model = useMemo(() => {
    if (listed) return flowModel(listed, columns);
    return axes.x === null ? flowModel(allCells(plan), columns) : tableModel(plan, axes, pins);
  }, [plan, axes, pins, columns, listed]);

  const change = useCallback(
    (part: Partial<typeof search>) => void navigate({ search: (known) => ({ ...known, ...part }), replace: true }),
    [navigate],
  );
  const open = useCallback((cell: number) => change({ cell: cell + 1 }), [change]);
  const order = useMemo(() => cellsOf(model), [model]);
  // Cells that are out of sight are not run.
  const { selected, select, clear } = useListSelection(order, focusedCell);
  const [rerun, setRerun] = useState<readonly number[] | null>(null);
  const [marked, setMarked] = useState<number | null>(null);
  const choice = { open, select, mark: setMarked, selected, openRerun: setRerun };
  const { actions, compared, openComparison, clearComparison } = useCellActions(batch, planned, records, choice);
  const editAsSweep = useEditAsSweep(batch, planned);
  const isOver = batchStatus(batch) === 'stopped';
  const isElsewhere = batch.elsewhere !== undefined;
  useCellKeys({ records, isElsewhere, actions, selected, openRerun: setRerun, compared, openComparison });

  const opened = search.cell === undefined ? null : search.cell - 1;
  const axisLabels =
    !onlyFavorites && axes.x !== null && axes.y !== null
      ? { x: plan.axes[axes.x]?.label ?? '', y: plan.axes[axes.y]?.label ?? '' }
      : null;
  const rowAxis = axisLabels?.y ?? null;
  const labelWidth = useMemo(() => (rowAxis === null ? 0 : widthOfLabels(model, rowAxis)), [model, rowAxis]);
  const { side } =
    rowAxis === null ? flow : { side: tableSide(space, wantedSide, { columns: model.columns, labelWidth }) };

  return (
    <>
      <BatchHeader
        batch={batch}
        cells={cells}
        favoriteCount={favorites.length}
        own={{
          'run-favorites': () => setRerun(favorites),
          'edit-sweep': editAsSweep,
          export: () => setExporting(true),
        }}
      />
      <BatchToolbar
        batch={batch}
        plan={plan}
        axes={axes}
        pins={pins}
        favoriteCount={favorites.length}
        onlyFavorites={onlyFavorites}
        selectedCount={selected.length}
        comparedCount={compared.length}
        onAxes={(next) => change({ ...next, at: undefined })}
        onPin={(next) => change({ at: formatPins(next) })}
        onOnlyFavorites={(isOn) => change({ star: isOn ? true : undefined })}
        onRerun={() => setRerun(selected)}
        onClearSelection={clear}
        onCompare={openComparison}
        onClearComparison={clearComparison}
      />
      {favorites.length > 0 ? <FavoriteValues axes={values} count={favorites.length} /> : null}
      <div ref={ref} className="flex min-h-0 flex-1 flex-col">
        {onlyFavorites && favorites.length === 0 ? (
          <EmptyState
            icon={<Star />}
            title={t('No favorites yet')}
            actions={<Button onClick={() => change({ star: undefined })}>{t('Show all cells')}</Button>}
          >
            {t('Star a cell with S or from its menu. Favorites show which values gave the best results.')}
          </EmptyState>
        ) : size ? (
          <BatchGrid
            label={t('Results of {title}', { title: batch.title })}
            model={model}
            axisLabels={axisLabels}
            side={side}
            labelWidth={labelWidth}
            revealed={opened}
            renderCell={(cell, isTabStop) => (
              <CellTile
                cell={cell}
                record={records.get(cell) ?? null}
                name={cellName(plan, cell)}
                hasCaption={axisLabels === null}
                isOver={isOver}
                isElsewhere={isElsewhere}
                letter={letterOf(compared.indexOf(cell)) || null}
                isSelected={selected.includes(cell)}
                selectedCount={selected.length}
                side={side}
                fit={fit}
                isTabStop={isTabStop}
                actions={actions}
              />
            )}
          />
        ) : null}
      </div>
      {batch.surfaceIds.map((id) => {
        const surface = findSurface(id);
        return surface ? <FollowServer key={id} surface={surface} /> : null;
      })}
      {opened === null ? null : (
        <CellViewer
          batchTitle={batch.title}
          cell={opened}
          order={order}
          plan={plan}
          record={records.get(opened) ?? null}
          isOver={isOver}
          isElsewhere={isElsewhere}
          letter={letterOf(compared.indexOf(opened)) || null}
          actions={actions}
          onChoose={open}
          onClose={() => change({ cell: undefined })}
        />
      )}
      {rerun === null ? null : (
        <RerunDialog batch={batch} planned={planned} cells={rerun} onClose={() => setRerun(null)} />
      )}
      {marked === null ? null : (
        <MarkDialog
          batchId={batch.id}
          name={cellName(plan, marked)}
          record={records.get(marked) ?? null}
          onClose={() => setMarked(null)}
        />
      )}
      {isExporting ? (
        <ExportDialog
          batch={batch}
          plan={plan}
          shown={model}
          axisLabels={axisLabels}
          favorites={favorites}
          records={records}
          onClose={() => setExporting(false)}
        />
      ) : null}
    </>
  );
}

/** Follows the events of a server while its cells are shown. */
function FollowServer({ surface }: { surface: Surface }) {
  useLive(surface);
  return null;
}
