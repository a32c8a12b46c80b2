import { Menu } from 'lucide-react';
import { formatCount } from '@/lib/format';
import { useShellSurface } from '@/shared/servers/use-current-surface';
import { openCommandView } from './commands/command-view';
import { useOpenCount } from './outbox/outbox-button';
import { HealthDot } from './surfaces/health-dot';
import { useSurfaceHealth } from './surfaces/use-surface-health';

/** On a phone, opens the sidebar content; shows the health and outbox indicators. */
export function MoreButton() {
  const surface = useShellSurface();
  const { health } = useSurfaceHealth(surface);
  const open = useOpenCount();
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      title={`${surface.name}: ${health.text}`}
      className="relative flex h-14 flex-1 flex-col items-center justify-center gap-0.5 rounded-md text-xs text-muted"
      onClick={() => openCommandView('more')}
    >
      <Menu aria-hidden className="size-5" />
      More
      {open > 0 ? (
        <span className="absolute top-1.5 left-1/2 ml-3 text-sm font-semibold text-warn">
          {open}
          <span className="sr-only">, {formatCount(open, 'run')} in the outbox</span>
        </span>
      ) : health.tone === 'ok' ? null : (
        <HealthDot tone={health.tone} className="absolute top-2.5 left-1/2 ml-3" />
      )}
    </button>
  );
}
