import { History } from 'lucide-react';
import { useMemo } from 'react';
import type { RunRecord } from '@/domains/model-calls/run-record';
import { runsOf, useRunsView } from '@/domains/model-calls/runs-store';
import type { Surface } from '@/api/surface';
import { formatDuration } from '@/lib/format';
import { useVirtualList } from '@/lib/hooks/use-virtual-list';
import { t } from '@/lib/i18n/messages';
import { barActions } from '@/shared/commands/action-table';
import { useListSelection } from '@/shared/page/use-list-selection';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { RowBoundary } from '@/ui/row-boundary';
import { RUN_ACTIONS } from '../actions/run-actions';
import { useRunActions, useRunKeys } from '../actions/use-run-actions';
import { typicalTime } from '../run/run-chips';
import { focusedRun, ROW_PX, RunRow } from './run-row';

interface ModelHistoryProps {
  surface: Surface;
  /** If absent, the runs of all models are shown. */
  modelId?: string;
  chosenId?: string | null;
  onOpen: (run: RunRecord) => void;
  /** Fills the model form with the input of the run. */
  onRerun: (run: RunRecord, bodyText: string) => void;
}

/** Run history of one model or all models in this browser: runs can be opened, rerun, compared, pinned, exported and deleted. */
export function ModelHistory({ surface, modelId, chosenId = null, onOpen, onRerun }: ModelHistoryProps) {
  const records = useRunsView((view) => view.records);
  const runs = useMemo(() => runsOf(records, surface.id, modelId), [records, surface.id, modelId]);
  const order = useMemo(() => runs.map(({ id }) => id), [runs]);
  const { selected, select, clear } = useListSelection(order, focusedRun);
  const selectedIds = new Set(selected);
  const actions = useRunActions({ surface, onEdit: onRerun, onDeleted: clear });
  const { scroller, listStyle, rows, rowProps } = useVirtualList({
    count: runs.length,
    heightOf: () => ROW_PX,
    keyOf: (index) => runs[index]?.id ?? index,
  });
  const typical = modelId === undefined ? null : typicalTime(runs);
  const chosen = runs.filter(({ id }) => selectedIds.has(id));
  const clearable = runs.filter((run) => !run.isPinned && actions.actionOf('delete', [run]).reason === null);
  useRunKeys(() => {
    if (chosen.length > 0) return chosen;
    const focused = focusedRun();
    return runs.filter(({ id }) => id === focused);
  }, actions);

  if (runs.length === 0) {
    return (
      <EmptyState icon={<History />} title={t('No runs yet')}>
        {modelId === undefined
          ? t('Runs of models are stored here, on this device only, with request and response.')
          : t('Runs of {modelId} are stored here, on this device only, with request and response.', { modelId })}
      </EmptyState>
    );
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-2 border-b border-line px-3 py-1.5 md:px-4">
        <span className="mr-auto text-sm text-muted">
          {chosen.length > 0
            ? t('{count} selected', { count: chosen.length })
            : t('{count, plural, one {# run} other {# runs}}', { count: runs.length })}
          {typical && chosen.length === 0
            ? ` · ${t('{duration} median over {count, plural, one {# run} other {# runs}}', {
                duration: formatDuration(typical.medianMs),
                count: typical.count,
              })}`
            : ''}
        </span>
        {chosen.length > 0 ? (
          <>
            {barActions(RUN_ACTIONS, (id) => actions.actionOf(id, chosen)).map(
              ({ id, icon: Icon, tone, label, reason, run }) => (
                <Button key={id} size="sm" tone={tone} title={label} disabledReason={reason} onClick={run}>
                  <Icon aria-hidden />
                  <span className="max-sm:sr-only">{label}</span>
                </Button>
              ),
            )}
            <Button size="sm" tone="ghost" onClick={clear}>
              {t('Done')}
            </Button>
          </>
        ) : (
          <>
            <Button size="sm" tone="ghost" onClick={actions.actionOf('export', runs).run}>
              {t('Export all')}
            </Button>
            <Button
              size="sm"
              tone="ghost"
              disabledReason={
                clearable.length > 0 ? null : t('Remaining runs are pinned, in progress or awaiting a result.')
              }
              onClick={actions.actionOf('delete', clearable).run}
            >
              {t('Clear')}
            </Button>
          </>
        )}
      </div>
      <div ref={scroller} className="min-h-0 flex-1 overflow-auto max-md:h-[60dvh] max-md:flex-none">
        <ul aria-label={t('Runs')} className="relative" style={listStyle}>
          {rows.map((row) => {
            const run = runs[row.index];
            return run ? (
              <li key={row.key} {...rowProps(row)} className="absolute inset-x-0 top-0">
                <RowBoundary name={run.modelId} record={run}>
                  <RunRow
                    surface={surface}
                    run={run}
                    isChosen={run.id === chosenId}
                    isSelected={selectedIds.has(run.id)}
                    showsModel={modelId === undefined}
                    onOpen={() => onOpen(run)}
                    onSelect={(isRange) => select(run.id, isRange)}
                    actions={actions}
                  />
                </RowBoundary>
              </li>
            ) : null;
          })}
        </ul>
      </div>
      {actions.dialog}
    </div>
  );
}
