import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { LOCAL_SURFACE, type Surface } from '@/api/surface';
import type { Opener } from './file-opener';

/** Opens files wherever they came from, then goes where the result is. The readers come with the first file. */
export function useOpenFiles(surface: Surface = LOCAL_SURFACE): Opener {
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
