import { useRouter } from '@tanstack/react-router';
import { allSurfaces, type Surface } from '@/api/surface';
import { useSurfaceList } from '@/api/surfaces/surface-list';
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
    label: `Run on ${to.name}${down.has(to.id) ? ' (unreachable)' : ''}`,
    onSelect: () => void runOn(router, { from, to }, read),
  }));
}
