import {
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
import type { JobReading } from '@/api/live/merge-job';
import type { Surface } from '@/api/surface';
import { formatInteger } from '@/lib/format';
import type { PageAction } from '@/shared/page-actions';
import { useShortcutTitle } from '@/shared/shortcuts/key-labels';
import { Button } from '@/ui/button';
import { useStar } from '../marks/use-star';
import { NOTHING_CHOSEN } from './selection';
import { allOf, chosenIn } from './selection-model';
import { setSelection, useSelection } from './selection-store';
import { useBulkActions } from './use-bulk-actions';

/** What can be done to the chosen rows. It takes the place of the head of the list, so that no row moves or is covered. */
export function BulkBar({ surface, rows }: { surface: Surface; rows: readonly JobReading[] }) {
  const selection = useSelection((state) => state.selection);
  const jobs = chosenIn(rows, ({ job }) => job.id, selection).map(({ job }) => job);
  const { isStarred } = useStar(surface, jobs);
  const actions = useBulkActions(surface, () => jobs);
  const clearTitle = useShortcutTitle('Clear the selection', 'clear-selection');
  return (
    <div
      role="toolbar"
      aria-label="Selected jobs"
      className="flex h-12 shrink-0 items-center border-line md:gap-1 bg-accent-soft px-2 max-md:order-last max-md:border-t md:h-8 md:border-b md:pr-5 md:pl-1"
    >
      <Button
        tone="ghost"
        size="icon-sm"
        aria-label="Clear the selection"
        title={clearTitle}
        onClick={() => setSelection(NOTHING_CHOSEN)}
      >
        <X aria-hidden />
      </Button>
      <span role="status" className="mr-2 font-semibold whitespace-nowrap">
        {formatInteger(jobs.length)} selected
      </span>
      {jobs.length < rows.length ? (
        <Button
          tone="ghost"
          size="sm"
          className="max-md:hidden"
          onClick={() => setSelection(allOf(rows.map(({ job }) => job.id)))}
        >
          Select all {formatInteger(rows.length)} shown
        </Button>
      ) : null}
      <span className="ml-auto" />
      <BarButton icon={Star} label={isStarred ? 'Unstar' : 'Star'} action={actions.star} />
      <BarButton icon={Tag} label="Tags" action={actions.tags} />
      <BarButton icon={Ban} label="Cancel" action={actions.cancel} />
      <BarButton icon={RotateCcw} label="Run again" action={actions.run} />
      <BarButton icon={GitCompareArrows} label="Compare" action={actions.compare} />
      <BarButton icon={Copy} label="Copy ids" action={actions.copy} />
      <BarButton icon={FileArchive} label="Save outputs" action={actions.save} />
      <BarButton icon={Download} label="Export" action={actions.export} />
      <BarButton icon={Trash2} label="Delete" action={actions.delete} />
    </div>
  );
}

interface BarButtonProps {
  icon: LucideIcon;
  label: string;
  action: PageAction;
}

function BarButton({ icon: Icon, label, action: { run, disabledReason = null } }: BarButtonProps) {
  return (
    <Button
      tone="ghost"
      size="sm"
      title={label}
      disabledReason={disabledReason}
      className="text-text max-md:h-9 max-[389px]:px-1.5"
      onClick={run}
    >
      <Icon aria-hidden />
      <span className="max-[1280px]:sr-only">{label}</span>
    </Button>
  );
}
