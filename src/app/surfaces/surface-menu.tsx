import { useRouter } from '@tanstack/react-router';
import { Check, Plug, Server } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { allSurfaces, type Surface } from '@/api/surface';
import { useSurfaceList } from '@/api/surfaces/surface-list';
import { openCommandView } from '@/shared/dialog-requests/command-view';
import { formatInteger } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { useShellSurface } from '@/shared/servers/use-current-surface';
import { MenuShell } from '@/ui/overlay/menu-shell';
import { HealthDot } from './health-dot';
import { openSurface } from './open-surface';
import { SurfaceColorMark } from '@/shared/servers/surface-color';
import { useSurfaceHealth } from './use-surface-health';

const ITEM = 'flex items-center gap-2 rounded px-2 outline-none select-none data-highlighted:bg-hover';

/** Menu of all servers with their health. */
export function SurfaceMenu({ trigger }: { trigger: ReactNode }) {
  const router = useRouter();
  const current = useShellSurface();
  // Re-renders when the list changes.
  useSurfaceList();
  return (
    <MenuShell trigger={trigger} align="start" isOpenAtOnce className="w-72">
      <DropdownMenu.RadioGroup value={current.id}>
        {allSurfaces().map((surface) => (
          <SurfaceItem key={surface.id} surface={surface} onSelect={() => openSurface(router, surface)} />
        ))}
      </DropdownMenu.RadioGroup>
      <DropdownMenu.Separator className="my-1 h-px bg-line" />
      <DropdownMenu.Item className={`${ITEM} h-8`} onSelect={() => openCommandView('connection')}>
        <Plug aria-hidden className="size-4 text-faint" />
        {t('Connection details')}
      </DropdownMenu.Item>
      <DropdownMenu.Item
        className={`${ITEM} h-8`}
        onSelect={() =>
          void router.navigate({ to: '/$surface/settings', params: { surface: current.id }, hash: 'servers' })
        }
      >
        <Server aria-hidden className="size-4 text-faint" />
        {t('Manage servers')}
      </DropdownMenu.Item>
    </MenuShell>
  );
}

function SurfaceItem({ surface, onSelect }: { surface: Surface; onSelect: () => void }) {
  const { health, activeJobs } = useSurfaceHealth(surface);
  return (
    <DropdownMenu.RadioItem value={surface.id} className={`${ITEM} h-12`} onSelect={onSelect}>
      <SurfaceColorMark color={surface.color} className="h-8" />
      <HealthDot tone={health.tone} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{surface.name}</span>
        <span className="block truncate text-sm text-muted">{health.text}</span>
      </span>
      {activeJobs ? (
        <span className="shrink-0 text-sm text-muted">
          {formatInteger(activeJobs)}
          <span className="sr-only"> {t('active')}</span>
        </span>
      ) : null}
      <DropdownMenu.ItemIndicator>
        <Check aria-hidden className="size-4 text-accent" />
      </DropdownMenu.ItemIndicator>
    </DropdownMenu.RadioItem>
  );
}
