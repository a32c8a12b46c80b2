import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import {
  Ban,
  Copy,
  Download,
  FileArchive,
  GitCompareArrows,
  RotateCcw,
  Star,
  Tag,
  X,
  type LucideIcon,
} from 'lucide-react';
import type { JobReading } from '@/api/live/merge-job';
import type { Surface } from '@/api/surface';
import { formatInteger } from '@/lib/format';
import { copyText } from '@/shared/copy-text';
import { Button } from '@/ui/button';
import { useRating } from '../marks/use-rating';
import { useRatingKeys } from '../marks/use-rating-keys';
import { useStar } from '../marks/use-star';
import { actCount, cancelPlan, compareReason } from './bulk-plan';
import { NOTHING_CHOSEN } from './selection';
import { allOf, chosenIn } from './selection-model';
import { askFor, setSelection, useSelection } from './selection-store';
import { noOutputsReason } from './outputs-of';
import { useBulkKeys } from './use-bulk-keys';

const route = getRouteApi('/$surface/jobs');

/** What can be done to the chosen rows. It takes the place of the head of the list, so that no row moves or is covered. */
export function BulkBar({ surface, rows }: { surface: Surface; rows: readonly JobReading[] }) {
  const selection = useSelection((state) => state.selection);
  const jobs = chosenIn(rows, ({ job }) => job.id, selection).map(({ job }) => job);
  const canCancel = actCount(cancelPlan(jobs)) > 0;
  const copyIds = () => void copyText(jobs.map(({ id }) => id).join('\n'), jobs.length === 1 ? 'Job id' : 'Job ids');
  const navigate = route.useNavigate();
  const noCompare = compareReason(jobs);
  const compare = () =>
    void navigate({ search: (before) => ({ ...before, compare: jobs.map(({ id }) => id).join(',') }), replace: true });
  const client = useQueryClient();
  const noOutputs = noOutputsReason(jobs);
  const saveOutputs = async () => (await import('./save-outputs-of')).saveOutputsOf(client, surface, jobs);
  const { isStarred, toggleStar } = useStar(surface, jobs);
  const { rate } = useRating(surface, jobs);
  useRatingKeys(rate);
  useBulkKeys({
    s: toggleStar,
    t: () => askFor('tags', jobs),
    c: () => canCancel && askFor('cancel', jobs),
    r: () => askFor('run_again', jobs),
    y: copyIds,
    z: () => (noOutputs === null ? void saveOutputs() : undefined),
    e: () => askFor('export', jobs),
    v: () => (noCompare === null ? compare() : undefined),
  });
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
        title="Clear the selection (Esc)"
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
      <BarButton icon={Star} label={isStarred ? 'Unstar' : 'Star'} onClick={toggleStar} />
      <BarButton icon={Tag} label="Tags" onClick={() => askFor('tags', jobs)} />
      <BarButton
        icon={Ban}
        label="Cancel"
        disabledReason={canCancel ? null : 'None of them is queued or running.'}
        onClick={() => askFor('cancel', jobs)}
      />
      <BarButton icon={RotateCcw} label="Run again" onClick={() => askFor('run_again', jobs)} />
      <BarButton icon={GitCompareArrows} label="Compare" disabledReason={noCompare} onClick={compare} />
      <BarButton icon={Copy} label="Copy ids" onClick={copyIds} />
      <BarButton
        icon={FileArchive}
        label="Save outputs"
        disabledReason={noOutputs}
        onClick={() => void saveOutputs()}
      />
      <BarButton icon={Download} label="Export" onClick={() => askFor('export', jobs)} />
    </div>
  );
}

interface BarButtonProps {
  icon: LucideIcon;
  label: string;
  disabledReason?: string | null;
  onClick: () => void;
}

function BarButton({ icon: Icon, label, disabledReason = null, onClick }: BarButtonProps) {
  return (
    <Button
      tone="ghost"
      size="sm"
      title={label}
      disabledReason={disabledReason}
      className="text-text max-md:h-9 max-[389px]:px-1.5"
      onClick={onClick}
    >
      <Icon aria-hidden />
      <span className="max-[1280px]:sr-only">{label}</span>
    </Button>
  );
}
