import { useEffect, useEffectEvent } from 'react';
import { mayActOnKey } from '@/lib/single-keys';
import { ZOOM_STEP, type Zoom } from './use-zoom';

/** `+`, `−` and `z`, wherever the focus is; digits rate what is looked at. @param isInDialog the page below keeps its keys to itself meanwhile */
export function useZoomKeys(zoom: Zoom, isInDialog: boolean): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!mayActOnKey(event, isInDialog)) return;
    const acts: Record<string, () => void> = {
      '+': () => zoom.zoomBy(ZOOM_STEP),
      '=': () => zoom.zoomBy(ZOOM_STEP),
      '-': () => zoom.zoomBy(1 / ZOOM_STEP),
      z: () => (zoom.isWhole ? zoom.showActual() : zoom.showWhole()),
    };
    acts[event.key]?.();
  });
  // Subscribes to the document: the keys are those of the screen, not of one control.
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
