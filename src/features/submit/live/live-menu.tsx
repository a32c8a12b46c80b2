import { Check, Repeat, Zap } from 'lucide-react';
import { useCommands } from '@/shared/commands/use-commands';
import { Button } from '@/ui/button';
import { LazyMenu } from '@/ui/overlay/lazy-menu';
import type { LiveMode } from '../draft/runs/live-state';
import { LIVE_NAMES, useLiveActions, useLiveRuns } from './use-live';

const MODES: readonly LiveMode[] = ['repeat', 'change'];
const icons = { repeat: <Repeat aria-hidden />, change: <Zap aria-hidden /> };

/** Beside Run: starts live mode, or changes it while it is on. */
export function LiveMenu() {
  const mode = useLiveRuns(({ live }) => live?.mode ?? null);
  const { request, stop } = useLiveActions();
  const start = (each: LiveMode) => ({ isAvailable: () => mode !== each, run: () => request(each) });
  useCommands({
    'live-repeat': start('repeat'),
    'live-change': start('change'),
    'live-stop': { isAvailable: () => mode !== null, run: stop },
  });
  return (
    <LazyMenu
      trigger={
        <Button size="icon" className="h-9" aria-label="Live mode" title="Live mode: repeat, or run on change">
          <Repeat aria-hidden />
        </Button>
      }
      items={MODES.map((each) => ({
        label: LIVE_NAMES[each],
        icon: each === mode ? <Check aria-hidden /> : icons[each],
        disabledReason: each === mode ? 'Already on' : null,
        onSelect: () => request(each),
      }))}
    />
  );
}
