import { useState } from 'react';
import type { Output } from '@contract/jobs/schemas';
import type { Surface } from '@/api/surface';
import { VideoGroup } from '@/shared/viewer/video/video-group';
import { useZoom, type Zoom } from '@/shared/viewer/use-zoom';
import { useZoomKeys } from '@/shared/viewer/use-zoom-keys';
import { largestOf, type Size } from '@/shared/viewer/view-model';

/** State shared by all compared outputs. */
export interface Comparison {
  /** In pixels of the largest one; the others are scaled to the same size. */
  zoom: Zoom;
  films: VideoGroup;
  /** @param key `layerKey` */
  noteSize: (key: string, size: Size) => void;
}

/** Two servers may use the same id for different outputs. */
export function layerKey(surface: Surface, output: Output): string {
  return `${surface.id}/${output.id}`;
}

/** @param keys of the outputs (`layerKey`), in a dialog */
export function useComparison(keys: readonly string[]): Comparison {
  const [films] = useState(() => new VideoGroup());
  const [sizes, setSizes] = useState<Readonly<Record<string, Size>>>({});
  const zoom = useZoom(largestOf(keys.map((key) => sizes[key])));
  useZoomKeys(zoom, true);
  return { zoom, films, noteSize: (key, size) => setSizes((known) => ({ ...known, [key]: size })) };
}
