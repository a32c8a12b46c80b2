import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import { classNames } from '@/lib/class-names';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { NumberInput } from '@/ui/input/text-input';
import { keepRunCount, MAX_RUNS } from '../draft/run-count';
import { runsDiffer } from '../draft/runs/sent-text';
import { useEditor, useSession } from '../draft/session/session-context';

/** Number of runs that one click starts. @param props `onEnter`: the number is as wanted */
export function RunCount({ onEnter }: { onEnter: () => void }) {
  const { editor } = useSession();
  const count = useEditor((state) => state.runCount);
  const [typed, setTyped] = useState<string | null>(null);
  const setCount = (next: number) => editor.store.setState({ runCount: keepRunCount(editor.state.draft.id, next) });
  return (
    <div className="flex flex-col gap-1">
      <div role="group" aria-label={t('Number of runs')} className="flex items-center gap-1">
        <span aria-hidden className="mr-auto text-sm text-muted">
          {t('Runs')}
        </span>
        <Button
          size="icon"
          tone="ghost"
          aria-label={t('Fewer runs')}
          disabledReason={count <= 1 ? t('At least one run') : null}
          onClick={() => setCount(count - 1)}
        >
          <Minus aria-hidden />
        </Button>
        <div className="w-12">
          <NumberInput
            aria-label={t('Runs')}
            inputMode="numeric"
            data-autofocus
            className="px-1 text-center"
            value={typed ?? String(count)}
            onFocus={(event) => event.target.select()}
            onChange={(event) => {
              setTyped(event.target.value);
              if (/^\d+$/.test(event.target.value.trim())) setCount(Number(event.target.value));
            }}
            onBlur={() => setTyped(null)}
            onKeyDown={(event) => {
              // With a modifier it runs.
              if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) onEnter();
              else if (event.key === 'ArrowUp') setCount(count + 1);
              else if (event.key === 'ArrowDown') setCount(count - 1);
              else return;
              event.preventDefault();
              setTyped(null);
            }}
          />
        </div>
        <Button
          size="icon"
          tone="ghost"
          aria-label={t('More runs')}
          disabledReason={count >= MAX_RUNS ? t('At most {count} runs', { count: MAX_RUNS }) : null}
          onClick={() => setCount(count + 1)}
        >
          <Plus aria-hidden />
        </Button>
      </div>
      <SameRunsNote />
    </div>
  );
}

/** Says that several runs would all be the same. */
export function SameRunsNote({ className }: { className?: string }) {
  const isSame = useEditor((state) => state.runCount > 1 && !runsDiffer(state));
  if (!isSame) return null;
  return (
    <span className={classNames('text-sm text-warn', className)}>
      {t('Every run is the same unless a seed is set to change')}
    </span>
  );
}
