import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { LOCAL_SURFACE, type Surface } from '@/api/surface';
import { useShellSurface } from '@/shared/use-current-surface';
import type { Opener } from './file-opener';

/**
 * Opens files wherever they came from, then goes where the result is. The readers come with the first file.
 * @param given absent: the server of the page in view, or our own gateway where that one runs no workflows
 */
export function useOpenFiles(given?: Surface): Opener {
  const shown = useShellSurface();
  const surface = given ?? (shown.baseUrl === null ? LOCAL_SURFACE : shown);
  const router = useRouter();
  const queryClient = useQueryClient();
  return useMemo(() => {
    const load = async () => (await import('./file-opener')).createOpener(router, queryClient, surface);
    return {
      files: async (files, isAlt) => (await load()).files(files, isAlt),
      text: async (text) => (await load()).text(text),
      pasted: async (text) => (await load()).pasted(text),
    };
  }, [router, queryClient, surface]);
}
