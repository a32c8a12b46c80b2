import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { LOCAL_SURFACE, type Surface } from '@/api/surface';
import { useShellSurface } from '@/shared/servers/use-current-surface';
import { createOpener, type Opener } from './file-opener';

/**
 * Opens files from any source, then navigates to the result.
 * @param given absent: the server of the current page, or our own gateway if that server runs no workflows
 */
export function useOpenFiles(given?: Surface): Opener {
  const shown = useShellSurface();
  const surface = given ?? (shown.baseUrl === null ? LOCAL_SURFACE : shown);
  const router = useRouter();
  const queryClient = useQueryClient();
  return useMemo(() => createOpener(router, queryClient, surface), [router, queryClient, surface]);
}
