import { ChevronsUpDown } from 'lucide-react';
import { lazy, Suspense, useState, type ComponentProps } from 'react';
import { useSurfaceList } from '@/api/surfaces/surface-list';
import { openCommandView } from '@/app/commands/overlay-store';
import { useShellSurface } from '@/shared/use-current-surface';
import { HealthDot } from './health-dot';
import { SurfaceColorMark } from '@/shared/surface-color';
import { useSurfaceHealth } from './use-surface-health';

const SurfaceMenu = lazy(async () => ({ default: (await import('./surface-menu')).SurfaceMenu }));

/** Name and health of the server in use. With one server it opens what there is to know about it, with more the choice. */
export function SurfaceSwitcher() {
  const hasChoice = useSurfaceList(({ surfaces }) => surfaces.length > 0);
  const [isAwake, setAwake] = useState(false);
  if (!hasChoice) return <SwitcherButton onClick={() => openCommandView('connection')} />;
  const plain = <SwitcherButton hasChoice aria-haspopup="menu" onClick={() => setAwake(true)} />;
  if (!isAwake) return plain;
  return (
    <Suspense fallback={plain}>
      <SurfaceMenu trigger={<SwitcherButton hasChoice />} />
    </Suspense>
  );
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
