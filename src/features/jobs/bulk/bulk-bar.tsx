import { useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FetchedJob } from '@/api/live/merge-job';
import type { Surface } from '@/api/surface';
import { formatInteger } from '@/lib/format';
import { allOf, selectedRows } from '@/lib/selection';
import { useCommandHint } from '@/shared/commands/key-labels';
import { Button } from '@/ui/button';
import { JOB_ACTION_IDS, JOB_ACTIONS, type JobActionId } from '../actions/job-actions';
import { useJobActions } from '../actions/use-job-actions';
import { groupByServer, rowsOf, type ListRow } from '../job/list-row';
import type { ListContinuation } from '../job/list-context';
import { loadMatching } from '../selection/load-matching';
import { SelectMatching } from '../selection/select-matching';
import { EMPTY_SELECTION, openAction, setSelection, useSelection } from '../selection/selection-store';

/** Number of actions whose labels fit into a bar of 1180 and of 1400 pixels; "select all that match" counts as two. */
const FITTING = { narrow: 8, wide: 10 } as const;

export interface BulkBarProps {
  surface: Surface;
  rows: readonly FetchedJob[];
  /** Continuation of the list; `null` if the rows are all matches. */
  rest: ListContinuation | null;
  /** Number of jobs that match the filter; `null` if the server does not count. */
  matchCount: number | null;
}

/** Bulk bar for the list of one server. */
export function BulkBar({ surface, rows, rest, matchCount }: BulkBarProps) {
  const client = useQueryClient();
  const load = rest ? (signal: AbortSignal) => loadMatching(client, surface, rest.filter, signal) : null;
  return (
    <SelectionBar rows={rowsOf(surface, rows)}>
      {load ? <SelectMatching load={load} loadedCount={rows.length} matchCount={matchCount} /> : null}
    </SelectionBar>
  );
}

interface SelectionBarProps {
  rows: readonly ListRow[];
  /** Other selection actions. */
  children?: ReactNode;
}

/** Actions for the selected rows. Replaces the list header, so that no row moves or is covered. */
export function SelectionBar({ rows, children }: SelectionBarProps) {
  const selection = useSelection((state) => state.selection);
  const chosen = selectedRows(rows, ({ id }) => id, selection);
  const { actionOf } = useJobActions(groupByServer(chosen), { open: openAction, asksToRun: true });
  const offered = JOB_ACTION_IDS.filter((id) => JOB_ACTIONS[id].count !== 'one').map((id) => ({ id, ...actionOf(id) }));
  const shown = offered.filter(({ isShown }) => isShown);
  const count = shown.length + (children ? 2 : 0);
  const clearHint = useCommandHint('Clear the selection', 'clear-selection');
  return (
    <div
      role="toolbar"
      data-needs={count <= FITTING.narrow ? undefined : count <= FITTING.wide ? 'wide' : 'widest'}
      aria-label="Selected jobs"
      className="@container flex shrink-0 items-center border-line bg-accent-soft px-2 max-md:order-last max-md:flex-wrap max-md:border-t max-md:py-1 md:h-8 md:gap-1 md:border-b md:pr-5 md:pl-1"
    >
      <Button
        tone="ghost"
        size="icon-sm"
        aria-label="Clear the selection"
        {...clearHint}
        onClick={() => setSelection(EMPTY_SELECTION)}
      >
        <X aria-hidden />
      </Button>
      <span role="status" className="mr-2 font-semibold whitespace-nowrap">
        {formatInteger(chosen.length)} selected
      </span>
      {chosen.length < rows.length ? (
        <Button tone="ghost" size="sm" onClick={() => setSelection(allOf(rows.map(({ id }) => id)))}>
          Select all {formatInteger(rows.length)} shown
        </Button>
      ) : null}
      {children}
      <span className="ml-auto max-md:basis-full" />
      {shown.map((action) => (
        <BarButton key={action.id} {...action} />
      ))}
    </div>
  );
}

interface BarButtonProps {
  id: JobActionId;
  label: string;
  reason: string | null;
  run: () => void;
}

function BarButton({ id, label, reason, run }: BarButtonProps) {
  const Icon = JOB_ACTIONS[id].icon;
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
