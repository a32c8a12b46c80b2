import { useQueryClient } from '@tanstack/react-query';
import {
  ArrowDownToLine,
  ArrowUpToLine,
  Ban,
  Copy,
  Download,
  FileArchive,
  GitCompareArrows,
  RotateCcw,
  Star,
  Tag,
  Trash2,
  X,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { FetchedJob } from '@/api/live/merge-job';
import { useJobAnnotations } from '@/domains/annotations/job-annotations';
import type { Surface } from '@/api/surface';
import { capabilities } from '@/api/surfaces/capability-record';
import { formatInteger } from '@/lib/format';
import { useSetting } from '@/lib/settings/use-setting';
import type { CommandHandler } from '@/shared/commands/mounted-commands';
import { useCommandHint } from '@/shared/commands/key-labels';
import { Button } from '@/ui/button';
import { groupByServer, rowsOf, type ListRow } from '../list/list-row';
import type { ListContinuation } from '../list/list-context';
import { moveJobs, movableJobs } from './move-jobs';
import { offerOf } from './offered-actions';
import { loadMatching } from '../selection/load-matching';
import { SelectMatching } from '../selection/select-matching';
import { EMPTY_SELECTION } from '../selection/selection';
import { allOf, selectedRows } from '../selection/selection-model';
import { setSelection, useSelection } from '../selection/selection-store';
import { areAllStarred, useBulkActions } from './use-bulk-actions';

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
  const servers = groupByServer(chosen);
  const isStarred = useJobAnnotations((state) => areAllStarred(servers, state));
  const actions = useBulkActions(() => chosen);
  const client = useQueryClient();
  const movable = movableJobs(client, servers);
  const canRun = useSetting(capabilities, (records) => offerOf('run_again', servers, records).able.length > 0);
  const clearHint = useCommandHint('Clear the selection', 'clear-selection');
  return (
    <div
      role="toolbar"
      data-crowded={movable.length > 0 || undefined}
      aria-label="Selected jobs"
      className="flex shrink-0 items-center border-line bg-accent-soft px-2 max-md:order-last max-md:flex-wrap max-md:border-t max-md:py-1 md:h-8 md:gap-1 md:border-b md:pr-5 md:pl-1"
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
      <BarButton icon={Star} label={isStarred ? 'Unstar' : 'Star'} action={actions.star} />
      <BarButton icon={Tag} label="Tags" action={actions.tags} />
      {movable.length > 0 ? (
        <>
          <BarButton
            icon={ArrowUpToLine}
            label="To front"
            action={{ run: () => void moveJobs(client, movable, 'front') }}
          />
          <BarButton
            icon={ArrowDownToLine}
            label="To back"
            action={{ run: () => void moveJobs(client, movable, 'back') }}
          />
        </>
      ) : null}
      <BarButton icon={Ban} label="Cancel" action={actions.cancel} />
      {canRun ? <BarButton icon={RotateCcw} label="Run again" action={actions.run} /> : null}
      <BarButton icon={GitCompareArrows} label="Compare" action={actions.compare} />
      <BarButton icon={Copy} label="Copy IDs" action={actions.copy} />
      <BarButton icon={FileArchive} label="Save outputs" action={actions.save} />
      <BarButton icon={Download} label="Export" action={actions.export} />
      {offerOf('delete', servers).able.length > 0 ? (
        <BarButton icon={Trash2} label="Delete" action={actions.delete} />
      ) : null}
    </div>
  );
}

interface BarButtonProps {
  icon: LucideIcon;
  label: string;
  action: CommandHandler;
}

function BarButton({ icon: Icon, label, action: { run, disabledReason = null } }: BarButtonProps) {
  return (
    <Button
      tone="ghost"
      size="sm"
      title={label}
      disabledReason={disabledReason}
      className="text-text max-md:h-10 max-md:flex-1 max-[389px]:px-1.5"
      onClick={() => run('')}
    >
      <Icon aria-hidden />
      <span className="max-[1280px]:sr-only in-data-crowded:max-[1520px]:sr-only">{label}</span>
    </Button>
  );
}
