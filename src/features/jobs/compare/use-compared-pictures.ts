import { useState } from 'react';
import type { Output } from '@contract/jobs/schemas';
import { useFreshUrl, type FreshUrl } from '@/api/jobs/use-fresh-url';
import type { Surface } from '@/api/surface';
import { useZoom, type Zoom } from '@/shared/viewer/use-zoom';
import { useZoomKeys } from '@/shared/viewer/use-zoom-keys';
import { largerOf, type Size } from '@/shared/viewer/view-model';
import type { Pair } from './compare-model';

export interface ComparedPicture extends Pick<FreshUrl, 'url' | 'problem' | 'onLoadError'> {
  output: Output;
  onSize: (size: Size) => void;
}

export interface ComparedPictures {
  left: ComparedPicture;
  right: ComparedPicture;
  /** In pixels of the larger one; the other is drawn in the same place. */
  zoom: Zoom;
}

export function useComparedPictures(surface: Surface, { left, right }: Pair): ComparedPictures {
  const leftUrl = useFreshUrl(surface, left);
  const rightUrl = useFreshUrl(surface, right);
  const [sizes, setSizes] = useState<Readonly<Record<string, Size>>>({});
  const zoom = useZoom(largerOf(sizes[left.id], sizes[right.id]));
  useZoomKeys(zoom, true);
  const noteSize = (id: string) => (size: Size) => setSizes((known) => ({ ...known, [id]: size }));
  return {
    left: { ...leftUrl, output: left, onSize: noteSize(left.id) },
    right: { ...rightUrl, output: right, onSize: noteSize(right.id) },
    zoom,
  };
}
