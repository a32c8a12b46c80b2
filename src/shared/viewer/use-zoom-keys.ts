import { useShortcuts } from '@/shared/shortcuts/use-shortcuts';
import { ZOOM_STEP, type Zoom } from './use-zoom';

/** Zooms and fits by shortcuts, wherever the focus is. @param isInDialog the shortcuts of the page below rest meanwhile */
export function useZoomKeys(zoom: Zoom, isInDialog: boolean): void {
  useShortcuts(
    {
      'zoom-in': () => zoom.zoomBy(ZOOM_STEP),
      'zoom-out': () => zoom.zoomBy(1 / ZOOM_STEP),
      'zoom-size': () => (zoom.isWhole ? zoom.showActual() : zoom.showWhole()),
      fit: () => {
        zoom.showWhole();
        // A graph beside it fits on the same press.
        return false;
      },
    },
    { isInDialog },
  );
}
