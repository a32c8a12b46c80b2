import { useState } from 'react';
import { FilmGroup } from '@/shared/viewer/films/film-group';
import { useZoom, type Zoom } from '@/shared/viewer/use-zoom';
import { useZoomKeys } from '@/shared/viewer/use-zoom-keys';
import { largestOf, type Size } from '@/shared/viewer/view-model';

/** What all that is compared has in common. */
export interface Comparison {
  /** In pixels of the largest one; the others are drawn in the same place. */
  zoom: Zoom;
  films: FilmGroup;
  noteSize: (id: string, size: Size) => void;
}

/** @param ids of the outputs, in a dialog */
export function useComparison(ids: readonly string[]): Comparison {
  const [films] = useState(() => new FilmGroup());
  const [sizes, setSizes] = useState<Readonly<Record<string, Size>>>({});
  const zoom = useZoom(largestOf(ids.map((id) => sizes[id])));
  useZoomKeys(zoom, true);
  return { zoom, films, noteSize: (id, size) => setSizes((known) => ({ ...known, [id]: size })) };
}
