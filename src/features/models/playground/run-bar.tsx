import { CircleAlert, Play, Split, WandSparkles } from 'lucide-react';
import { useStore } from 'zustand';
import { isActiveRun, type RunRecord } from '@/api/runs/run-record';
import { useRunsView } from '@/api/runs/runs-store';
import { formatCount, formatDuration } from '@/lib/format';
import { MOD_KEY } from '@/lib/platform';
import { Button } from '@/ui/button';
import { Kbd } from '@/ui/kbd';
import type { FormSession } from '../form/form-session';
import { typicalTime } from '../history/run-chips';
import { readiness } from './readiness';

interface RunBarProps {
  session: FormSession;
  /** A body that the model's document shows; null where it shows none. */
  exampleText: string | null;
  /** Of this model, the newest first. */
  runs: readonly RunRecord[];
  onRun: () => void;
  /** The same input on other models, too. */
  onCompare: () => void;
  /** Although the schema does not agree. */
  onRunAnyway: () => void;
}

/** The foot of the input: what is under way or in the way, how long it usually takes, and Run. */
export function RunBar({ session, exampleText, runs, onRun, onCompare, onRunAnyway }: RunBarProps) {
  const isDurable = useRunsView((state) => state.isDurable);
  const state = useStore(session.store);
  const { problem, faults } = readiness(state);
  return (
    <footer className="flex shrink-0 flex-col gap-2 border-t border-line bg-panel px-4 py-2.5 md:px-5">
      {isDurable === false ? (
        <p className="text-sm text-warn">
          This browser keeps no data here: if this page closes during a call, its result cannot be collected, and the
          call may still be charged.
        </p>
      ) : null}
      <div className="flex items-center gap-3">
        {state.isAttempted && faults > 0 ? (
          <p className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 text-sm text-bad">
            <CircleAlert aria-hidden className="size-4 shrink-0" />
            {formatCount(faults, 'field')} to correct.
            <button
              type="button"
              className="rounded text-muted underline underline-offset-2 hover:text-text"
              onClick={onRunAnyway}
            >
              Run anyway
            </button>
          </p>
        ) : runs.length === 0 && exampleText !== null && exampleText !== session.text ? (
          <div className="min-w-0 flex-1">
            <Button size="sm" tone="ghost" onClick={() => session.replace(exampleText)}>
              <WandSparkles aria-hidden />
              Fill in the example
            </Button>
          </div>
        ) : (
          <p className="min-w-0 flex-1 text-sm text-muted">{barWords(runs)}</p>
        )}
        <Button
          tone="ghost"
          size="lg"
          aria-label="Compare models"
          title="Run this input on several models"
          disabledReason={problem}
          onClick={onCompare}
        >
          <Split aria-hidden />
          <span className="max-xl:hidden">Compare models</span>
        </Button>
        <Button tone="primary" size="lg" disabledReason={problem} onClick={onRun}>
          <Play aria-hidden />
          Run
          <Kbd className="max-md:hidden">{MOD_KEY === '⌘' ? '⌘↵' : 'Ctrl ↵'}</Kbd>
        </Button>
      </div>
    </footer>
  );
}

function barWords(runs: readonly RunRecord[]): string | null {
  const active = runs.filter(isActiveRun).length;
  if (active > 0) return `${formatCount(active, 'call')} under way. It goes on when you leave this page.`;
  const typical = typicalTime(runs);
  if (typical === null) return null;
  const time = formatDuration(typical.medianMs);
  return typical.count === 1 ? `It took ${time} here.` : `Median of ${typical.count} runs here: ${time}`;
}
