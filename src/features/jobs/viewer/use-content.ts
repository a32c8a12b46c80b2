import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Surface } from '@/api/surface';
import { readContent } from './read-content';

/** More is a job for an editor, not for a page. */
export const MAX_SHOWN_BYTES = 512 * 1024;

/** Whether the beginning is not all: some surfaces report the size 0 (docs/api-notes.md, Outputs through ComfyUI). */
export function isCut({ size_bytes: size }: { size_bytes: number }, beginning: Uint8Array): boolean {
  return size > MAX_SHOWN_BYTES || (size === 0 && beginning.byteLength >= MAX_SHOWN_BYTES);
}

interface ContentOptions {
  surface: Surface;
  url: string;
  maxBytes?: number;
  onLoadError: () => void;
}

/** The beginning of a file for a viewer; undefined while it is on its way. */
export function useContent({
  surface,
  url,
  maxBytes = MAX_SHOWN_BYTES,
  onLoadError,
}: ContentOptions): Uint8Array | undefined {
  const { data, isError } = useQuery({
    queryKey: ['output-content', url, maxBytes],
    queryFn: ({ signal }) => readContent(surface, url, maxBytes, signal),
    staleTime: Infinity,
    retry: false,
  });
  // Lets the owner of the address renew it, as a picture's `error` event does.
  useEffect(() => {
    if (isError) onLoadError();
  }, [isError, onLoadError]);
  return data;
}
