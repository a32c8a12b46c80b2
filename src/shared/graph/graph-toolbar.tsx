import { Crosshair, Maximize, Minus, Plus } from 'lucide-react';
import { classNames } from '@/lib/class-names';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { ShortcutKbd } from '../commands/shortcut-kbd';

interface GraphToolbarProps {
  onFit: () => void;
  onZoom: (isIn: boolean) => void;
  isFollowing: boolean;
  /** `null` while nothing runs. */
  onFollow: ((isFollowing: boolean) => void) | null;
}

/** Style of a group of controls at the bottom of the view. */
export const GRAPH_BAR = 'absolute bottom-3 z-10 flex gap-0.5 rounded-md border border-line bg-panel p-0.5';

export function GraphToolbar({ onFit, onZoom, isFollowing, onFollow }: GraphToolbarProps) {
  return (
    <div className={classNames(GRAPH_BAR, 'right-3')}>
      {onFollow ? (
        <Button
          tone="ghost"
          size="sm"
          aria-pressed={isFollowing}
          className={classNames(isFollowing && 'bg-accent-soft text-text')}
          title={t('Follow the running node')}
          onClick={() => onFollow(!isFollowing)}
        >
          <Crosshair aria-hidden />
          {t('Follow')}
        </Button>
      ) : null}
      <Button
        tone="ghost"
        size="icon-sm"
        aria-label={t('Zoom out')}
        title={t('Zoom out')}
        onClick={() => onZoom(false)}
      >
        <Minus aria-hidden />
      </Button>
      <Button tone="ghost" size="icon-sm" aria-label={t('Zoom in')} title={t('Zoom in')} onClick={() => onZoom(true)}>
        <Plus aria-hidden />
      </Button>
      <Button tone="ghost" size="sm" title={t('Show the whole graph')} onClick={onFit}>
        <Maximize aria-hidden />
        {t('Fit')}
        <ShortcutKbd id="fit" />
      </Button>
    </div>
  );
}
