import { Minus, Plus, Scan } from 'lucide-react';
import { classNames } from '@/lib/class-names';
import { t } from '@/lib/i18n/messages';
import { useCommandHint } from '@/shared/commands/key-labels';
import { Button } from '@/ui/button';
import { ZOOM_STEP, type Zoom } from './use-zoom';

/** Shows the current zoom, and buttons for the same actions as the shortcuts. */
export function ZoomControls({ zoom }: { zoom: Zoom }) {
  const outHint = useCommandHint(t('Zoom out'), 'zoom-out');
  const inHint = useCommandHint(t('Zoom in'), 'zoom-in');
  const sizeHint = useCommandHint(t('Actual size: one pixel for one'), 'zoom-size');
  const fitHint = useCommandHint(t('Fit into the view'), 'fit');
  if (zoom.scale === null) return null;
  const percent = `${Math.round(zoom.scale * 100)} %`;
  const isActual = Math.abs(zoom.scale - 1) < 0.005;
  return (
    <div role="group" aria-label={t('Zoom')} className="flex items-center gap-0.5">
      <Button
        tone="ghost"
        size="icon-sm"
        className="max-sm:hidden"
        aria-label={t('Zoom out')}
        {...outHint}
        onClick={() => zoom.zoomBy(1 / ZOOM_STEP)}
      >
        <Minus aria-hidden />
      </Button>
      <Button
        tone="ghost"
        size="sm"
        className={classNames('w-14 px-0 tabular-nums', isActual && 'text-text')}
        aria-label={t('Zoom is {percent}. Show actual size', { percent })}
        {...sizeHint}
        onClick={() => zoom.showActual()}
      >
        {percent}
      </Button>
      <Button
        tone="ghost"
        size="icon-sm"
        className="max-sm:hidden"
        aria-label={t('Zoom in')}
        {...inHint}
        onClick={() => zoom.zoomBy(ZOOM_STEP)}
      >
        <Plus aria-hidden />
      </Button>
      <Button
        tone="ghost"
        size="icon-sm"
        aria-label={t('Fit into the view')}
        {...fitHint}
        aria-pressed={zoom.isWhole}
        className={classNames(zoom.isWhole && 'text-text')}
        onClick={zoom.showWhole}
      >
        <Scan aria-hidden />
      </Button>
    </div>
  );
}
