import { useCommands } from '@/shared/commands/use-commands';
import { ZOOM_STEP, type Zoom } from './use-zoom';

/** Zooms and fits by keyboard shortcuts, wherever the focus is. @param isInDialog disables the shortcuts of the page below */
export function useZoomKeys(zoom: Zoom, isInDialog: boolean): void {
  useCommands(
    {
      'zoom-in': () => zoom.zoomBy(ZOOM_STEP),
      'zoom-out': () => zoom.zoomBy(1 / ZOOM_STEP),
      'zoom-size': () => (zoom.isWhole ? zoom.showActual() : zoom.showWhole()),
      fit: () => {
        zoom.showWhole();
        // Leaves the key to a graph beside the image, which then fits too.
        return false;
      },
    },
    { isInDialog },
  );
}
