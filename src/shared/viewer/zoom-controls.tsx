import { Minus, Plus, Scan } from 'lucide-react';
import { classNames } from '@/lib/class-names';
import { useShortcutTitle } from '@/shared/shortcuts/key-labels';
import { Button } from '@/ui/button';
import { ZOOM_STEP, type Zoom } from './use-zoom';

/** How large it is, and the same ways to change it that the keys offer. */
export function ZoomControls({ zoom }: { zoom: Zoom }) {
  const outTitle = useShortcutTitle('Zoom out', 'zoom-out');
  const inTitle = useShortcutTitle('Zoom in', 'zoom-in');
  const sizeTitle = useShortcutTitle('Actual size: one pixel for one', 'zoom-size');
  const fitTitle = useShortcutTitle('Fit into the view', 'fit');
  if (zoom.scale === null) return null;
  const percent = `${Math.round(zoom.scale * 100)} %`;
  const isActual = Math.abs(zoom.scale - 1) < 0.005;
  return (
    <div role="group" aria-label="Zoom" className="flex items-center gap-0.5">
      <Button
        tone="ghost"
        size="icon-sm"
        className="max-sm:hidden"
        aria-label="Zoom out"
        title={outTitle}
        onClick={() => zoom.zoomBy(1 / ZOOM_STEP)}
      >
        <Minus aria-hidden />
      </Button>
      <Button
        tone="ghost"
        size="sm"
        className={classNames('w-14 px-0 tabular-nums', isActual && 'text-text')}
        aria-label={`Zoom is ${percent}. Show actual size`}
        title={sizeTitle}
        onClick={() => zoom.showActual()}
      >
        {percent}
      </Button>
      <Button
        tone="ghost"
        size="icon-sm"
        className="max-sm:hidden"
        aria-label="Zoom in"
        title={inTitle}
        onClick={() => zoom.zoomBy(ZOOM_STEP)}
      >
        <Plus aria-hidden />
      </Button>
      <Button
        tone="ghost"
        size="icon-sm"
        aria-label="Fit into the view"
        title={fitTitle}
        aria-pressed={zoom.isWhole}
        className={classNames(zoom.isWhole && 'text-text')}
        onClick={zoom.showWhole}
      >
        <Scan aria-hidden />
      </Button>
    </div>
  );
}
