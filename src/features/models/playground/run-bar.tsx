import { Play } from 'lucide-react';
import { isActiveRun, type RunRecord } from '@/api/runs/run-record';
import { useRunsView } from '@/api/runs/runs-store';
import { formatCount, formatDuration } from '@/lib/format';
import { MOD_KEY } from '@/lib/platform';
import { Button } from '@/ui/button';
import { Kbd } from '@/ui/kbd';
import { typicalTime } from './run-times';

interface RunBarProps {
  /** Of this model, the newest first. */
  runs: readonly RunRecord[];
  disabledReason: string | null;
  onRun: () => void;
}

/** The foot of the input: what is under way, how long it usually takes, and Run. */
export function RunBar({ runs, disabledReason, onRun }: RunBarProps) {
  const isDurable = useRunsView((state) => state.isDurable);
  const active = runs.filter(isActiveRun).length;
  const typical = typicalTime(runs);
  return (
    <footer className="flex shrink-0 flex-col gap-2 border-t border-line bg-panel px-4 py-2.5 md:px-5">
      {isDurable === false ? (
        <p className="text-sm text-warn">
          This browser keeps no data here: if this page closes during a call, its result cannot be collected, and the
          call may still be charged.
        </p>
      ) : null}
      <div className="flex items-center gap-3">
        <p className="min-w-0 flex-1 text-sm text-muted">
          {active > 0
            ? `${formatCount(active, 'call')} under way. They go on when you leave this page.`
            : typical
              ? `This browser: ${formatDuration(typical.medianMs)} median over ${formatCount(typical.runs, 'run')}`
              : null}
        </p>
        <Button tone="primary" size="lg" disabledReason={disabledReason} onClick={onRun}>
          <Play aria-hidden />
          Run
          <Kbd className="max-md:hidden">{MOD_KEY === '⌘' ? '⌘↵' : 'Ctrl ↵'}</Kbd>
        </Button>
      </div>
    </footer>
  );
}
