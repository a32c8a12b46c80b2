import { X, type LucideIcon } from 'lucide-react';
import type { Surface } from '@/api/surface';
import { formatInteger } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { allOf, selectedRows } from '@/lib/selection';
import { barActions, type OfferedAction } from '@/shared/commands/action-table';
import { useCommandHint } from '@/shared/commands/key-labels';
import { Button } from '@/ui/button';
import { JOB_ACTIONS } from '../actions/job-actions';
import { useJobActions } from '../actions/use-job-actions';
import { groupByServer, rowIdOf, type ListRow } from '../job/list-row';
import { SelectMatching } from '../selection/select-matching';
import { EMPTY_SELECTION, openAction, setSelection, useSelection } from '../selection/selection-store';

/** Number of actions whose labels fit into a bar of 1180 and of 1400 pixels; "select all that match" counts as two. */
const FITTING = { narrow: 8, wide: 10 } as const;

/** The list of one server. */
interface SelectableList {
  surface: Surface;
  /** Loads the rest of the list, and returns the ids of all matching jobs; `null` if the rows are complete. */
  loadAll: ((signal: AbortSignal) => Promise<readonly string[]>) | null;
}

export interface BulkBarProps {
  rows: readonly ListRow[];
  /** One for each server. */
  lists: readonly SelectableList[];
  /** Whether the rows are of several servers. */
  hasServers: boolean;
  /** Number of jobs that match the filter; `null` if a server does not count. */
  matchCount: number | null;
}

/** Actions for the selected rows. Replaces the list header, so that no row moves or is covered. */
export function BulkBar({ rows, lists, hasServers, matchCount }: BulkBarProps) {
  const hasMore = lists.some(({ loadAll }) => loadAll !== null);
  const selection = useSelection((state) => state.selection);
  const chosen = selectedRows(rows, ({ id }) => id, selection);
  const { actionOf } = useJobActions(groupByServer(chosen), { open: openAction, asksToRun: true });
  const shown = barActions(JOB_ACTIONS, actionOf);
  const count = shown.length + (hasMore ? 2 : 0);
  const clearHint = useCommandHint(t('Clear the selection'), 'clear-selection');
  return (
    <div
      role="toolbar"
      data-needs={count <= FITTING.narrow ? undefined : count <= FITTING.wide ? 'wide' : 'widest'}
      aria-label={t('Selected jobs')}
      className="@container flex shrink-0 items-center border-line bg-accent-soft px-2 max-md:order-last max-md:flex-wrap max-md:border-t max-md:py-1 md:h-8 md:gap-1 md:border-b md:pr-5 md:pl-1"
    >
      <Button
        tone="ghost"
        size="icon-sm"
        aria-label={t('Clear the selection')}
        {...clearHint}
        onClick={() => setSelection(EMPTY_SELECTION)}
      >
        <X aria-hidden />
      </Button>
      <span role="status" className="mr-2 font-semibold whitespace-nowrap">
        {t('{count} selected', { count: formatInteger(chosen.length) })}
      </span>
      {chosen.length < rows.length ? (
        <Button tone="ghost" size="sm" onClick={() => setSelection(allOf(rows.map(({ id }) => id)))}>
          {t('Select all {count} shown', { count: formatInteger(rows.length) })}
        </Button>
      ) : null}
      {hasMore ? (
        <SelectMatching
          load={(signal) => loadAll({ rows, lists, hasServers }, signal)}
          loadedCount={rows.length}
          matchCount={matchCount}
        />
      ) : null}
      <span className="ml-auto max-md:basis-full" />
      {shown.map((action) => (
        <BarButton key={action.id} {...action} />
      ))}
    </div>
  );
}

/** Loads the rest of all lists, and returns the ids of all rows. */
async function loadAll(
  { rows, lists, hasServers }: Omit<BulkBarProps, 'matchCount'>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const ids = await Promise.all(
    lists.map(async ({ surface, loadAll: load }) =>
      load
        ? (await load(signal)).map((id) => rowIdOf(hasServers, surface, id))
        : rows.filter((row) => row.surface === surface).map(({ id }) => id),
    ),
  );
  return ids.flat();
}

function BarButton({ label, icon: Icon, reason, run }: OfferedAction & { icon: LucideIcon }) {
  return (
    <Button
      tone="ghost"
      size="sm"
      title={label}
      disabledReason={reason}
      className="text-text max-md:h-10 max-md:flex-1 max-[389px]:px-1.5"
      onClick={run}
    >
      <Icon aria-hidden />
      <span className="@max-[1180px]:sr-only in-data-[needs=wide]:@max-[1400px]:sr-only in-data-[needs=widest]:@max-[1640px]:sr-only">
        {label}
      </span>
    </Button>
  );
}
