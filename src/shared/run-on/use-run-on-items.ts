import { useRouter } from '@tanstack/react-router';
import { allSurfaces, type Surface } from '@/api/surface';
import { useSurfaceList } from '@/api/surfaces/surface-list';
import { t } from '@/lib/i18n/messages';
import type { MenuItem } from '@/ui/overlay/menu';
import { useDownServers } from '../servers/use-down-servers';
import { runOn, type WorkflowToRun } from './run-on';

/** Returns one entry per other server that runs workflows; empty if there is only one server. */
export function useRunOnItems(from: Surface, read: () => Promise<WorkflowToRun>): readonly MenuItem[] {
  const router = useRouter();
  // Re-renders when the list changes.
  useSurfaceList();
  const others = allSurfaces().filter(({ id, baseUrl }) => id !== from.id && baseUrl !== null);
  const down = useDownServers(others);
  return others.map((to) => ({
    label: down.has(to.id)
      ? t('Run on {name} (unreachable)', { name: to.name })
      : t('Run on {name}', { name: to.name }),
    onSelect: () => void runOn(router, { from, to }, read),
  }));
}
