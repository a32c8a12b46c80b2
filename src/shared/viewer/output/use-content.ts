import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Surface } from '@/api/surface';
import { readContent } from './read-content';

/** Limit for display in a page; larger files need an editor. */
export const MAX_SHOWN_BYTES = 512 * 1024;

/**
 * Returns true if the beginning is not the whole file: some surfaces report the size 0 (docs/api-notes.md, Outputs
 * through ComfyUI).
 */
export function isTruncated({ size_bytes: size }: { size_bytes: number }, beginning: Uint8Array): boolean {
  return size > MAX_SHOWN_BYTES || (size === 0 && beginning.byteLength >= MAX_SHOWN_BYTES);
}

interface ContentOptions {
  surface: Surface;
  url: string;
  maxBytes?: number;
  onLoadError: () => void;
}

/** Returns the beginning of a file for a viewer; `undefined` while loading. */
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
  // Lets the owner of the URL renew it, like the `error` event of an image.
  useEffect(() => {
    if (isError) onLoadError();
  }, [isError, onLoadError]);
  return data;
}
