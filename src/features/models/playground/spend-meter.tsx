import { useMemo } from 'react';
import { useRunsView } from '@/domains/model-calls/runs-store';
import type { CommittedSpend } from '@/domains/model-calls/run-record';
import type { Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { formatCents } from '@/lib/format';
import { Age } from '@/shared/relative-time';
import { ProgressBar } from '@/ui/progress-bar';

/** Committed spend for calls in flight, from the latest response; renders nothing if none reported it. */
export function SpendMeter({ surface, className }: { surface: Surface; className: string }) {
  const records = useRunsView((state) => state.records);
  const spend = useMemo(() => {
    let newest: CommittedSpend | null = null;
    for (const run of Object.values(records)) {
      if (run.surfaceId === surface.id && run.spend && run.spend.at > (newest?.at ?? 0)) newest = run.spend;
    }
    return newest;
  }, [records, surface.id]);
  if (!spend || spend.limit === 0) return null;
  const { limit, current, at } = spend;
  return (
    <div
      className={classNames('flex items-center gap-2 text-sm text-muted', className)}
      title="Committed spend for in-flight calls. Not a bill."
    >
      In flight
      <ProgressBar
        label="Spend held for calls in flight"
        value={current / limit}
        tone={current / limit > 0.9 ? 'bad' : 'accent'}
        className="w-20 max-md:hidden"
      />
      <span className="text-text tabular-nums">
        {formatCents(current)} of {formatCents(limit)}
      </span>
      <Age at={at} className="text-faint" />
    </div>
  );
}
