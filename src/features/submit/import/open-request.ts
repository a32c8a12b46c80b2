import { create } from 'zustand';
import type { Surface } from '@/api/surface';

interface OpenRequest {
  surface: Surface;
  files: readonly File[];
}

/** Files selected on a page. They are opened by the drop handler, whose code loads after the first paint. */
export const useOpenRequest = create<{ request: OpenRequest | null }>(() => ({ request: null }));

export function requestOpen(surface: Surface, files: readonly File[]): void {
  useOpenRequest.setState({ request: { surface, files } });
}

/** Returns the request and clears it, so that each one is handled once. */
export function takeOpenRequest(): OpenRequest | null {
  const { request } = useOpenRequest.getState();
  useOpenRequest.setState({ request: null });
  return request;
}
