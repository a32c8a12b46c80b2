import { Check, Repeat, Zap } from 'lucide-react';
import { Button } from '@/ui/button';
import { LazyMenu } from '@/ui/overlay/lazy-menu';
import type { LiveMode } from './live-state';
import { LIVE_NAMES, useLiveActions, useLiveRuns } from './use-live';

const MODES: readonly LiveMode[] = ['repeat', 'change'];
const icons = { repeat: <Repeat aria-hidden />, change: <Zap aria-hidden /> };

/** Beside Run: starts live mode, or changes it while it is on. */
export function LiveMenu() {
  const mode = useLiveRuns(({ live }) => live?.mode ?? null);
  const { request } = useLiveActions();
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
