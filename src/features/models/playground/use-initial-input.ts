import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { keptBodyQuery } from '@/api/models/input-cache';
import type { Surface } from '@/api/surface';
import { readSharedBody } from './shared-body';

/**
 * What the form begins with: the input that the address brings, else what this device held last; null where there is
 * neither. Undefined until that is known.
 */
export function useInitialInput(surface: Surface, modelId: string): string | null | undefined {
  const router = useRouter();
  // Only what the page was opened with: the form is the newer one ever after.
  const [shared] = useState(() => readSharedBody(router.state.location.hash));
  const { data: kept } = useQuery({ ...keptBodyQuery(surface, modelId), enabled: shared === null });
  // The address would bring the first values back at every reload.
  useEffect(() => {
    if (shared !== null) void router.navigate({ to: '.', search: true, hash: '', replace: true });
  }, [shared, router]);
  return shared ?? kept;
}
