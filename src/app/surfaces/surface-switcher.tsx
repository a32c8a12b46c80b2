import { ChevronsUpDown } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { useSurfaceList } from '@/api/surfaces/surface-list';
import { openCommandView } from '@/shared/dialog-requests/command-view';
import { useShellSurface } from '@/shared/servers/use-current-surface';
import { HealthDot } from './health-dot';
import { SurfaceColorMark } from '@/shared/servers/surface-color';
import { lazyPart } from '@/ui/lazy-part';
import { useSurfaceHealth } from './use-surface-health';

const SurfaceMenu = lazyPart(async () => (await import('./surface-menu')).SurfaceMenu, {
  fallback: <SwitcherButton hasChoice aria-haspopup="menu" />,
});

/** Name and health of the current server. With one server it opens its details, with several the server menu. */
export function SurfaceSwitcher() {
  const hasChoice = useSurfaceList(({ surfaces }) => surfaces.length > 0);
  const [isActivated, setActivated] = useState(false);
  if (!hasChoice) return <SwitcherButton onClick={() => openCommandView('connection')} />;
  if (!isActivated) return <SwitcherButton hasChoice aria-haspopup="menu" onClick={() => setActivated(true)} />;
  return <SurfaceMenu trigger={<SwitcherButton hasChoice />} />;
}

function SwitcherButton({ hasChoice = false, ...button }: ComponentProps<'button'> & { hasChoice?: boolean }) {
  const surface = useShellSurface();
  const { health } = useSurfaceHealth(surface);
  return (
    <button
      type="button"
      {...button}
      className="flex items-center gap-2.5 rounded-lg border border-line bg-raised px-2.5 py-2 text-left hover:border-control hover:bg-hover"
    >
      {hasChoice ? <SurfaceColorMark color={surface.color} className="h-8" /> : null}
      <HealthDot tone={health.tone} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">{surface.name}</span>
        <span className="block truncate text-sm text-muted" title={health.text}>
          {health.text}
        </span>
      </span>
      {hasChoice ? <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-faint" /> : null}
    </button>
  );
}
