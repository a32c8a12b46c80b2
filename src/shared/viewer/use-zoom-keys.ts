import { useEffect, useEffectEvent } from 'react';
import { areSingleKeysOn, mayActOnKey } from '@/lib/single-keys';
import { ZOOM_STEP, type Zoom } from './use-zoom';

/** `+`, `−`, `0` and `1`, wherever the focus is. @param isInDialog the page below keeps its keys to itself meanwhile */
export function useZoomKeys(zoom: Zoom, isInDialog: boolean): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (isInDialog ? !mayActInDialog(event) : !mayActOnKey(event)) return;
    const acts: Record<string, () => void> = {
      '+': () => zoom.zoomBy(ZOOM_STEP),
      '=': () => zoom.zoomBy(ZOOM_STEP),
      '-': () => zoom.zoomBy(1 / ZOOM_STEP),
      '0': zoom.showWhole,
      '1': () => zoom.showActual(),
    };
    acts[event.key]?.();
  });
  // Subscribes to the document: the keys are those of the screen, not of one control.
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

function mayActInDialog(event: KeyboardEvent): boolean {
  const isPlain = !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.altKey;
  const isInList =
    event.target instanceof Element && event.target.closest('[role="combobox"], [role="listbox"]') !== null;
  return isPlain && !isInList && areSingleKeysOn();
}
