import { useRouter } from '@tanstack/react-router';
import { allSurfaces, type Surface } from '@/api/surface';
import { useSurfaceList } from '@/api/surfaces/surface-list';
import type { MenuItem } from '@/ui/menu';
import type { WorkflowToRun } from './run-on';

/** One entry for every other server that runs workflows; none where there is only one. */
export function useRunOnItems(from: Surface, read: () => Promise<WorkflowToRun>): readonly MenuItem[] {
  const router = useRouter();
  // Read anew when the list changes.
  useSurfaceList();
  return allSurfaces()
    .filter(({ id, baseUrl }) => id !== from.id && baseUrl !== null)
    .map((to) => ({
      label: `Run on ${to.name}`,
      onSelect: () => void import('./run-on').then(({ runOn }) => runOn(router, { from, to }, read)),
    }));
}
