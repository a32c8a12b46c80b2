import { Crosshair, Maximize, Minus, Plus } from 'lucide-react';
import { classNames } from '@/lib/class-names';
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
          title="Follow the running node"
          onClick={() => onFollow(!isFollowing)}
        >
          <Crosshair aria-hidden />
          Follow
        </Button>
      ) : null}
      <Button tone="ghost" size="icon-sm" aria-label="Zoom out" title="Zoom out" onClick={() => onZoom(false)}>
        <Minus aria-hidden />
      </Button>
      <Button tone="ghost" size="icon-sm" aria-label="Zoom in" title="Zoom in" onClick={() => onZoom(true)}>
        <Plus aria-hidden />
      </Button>
      <Button tone="ghost" size="sm" title="Show the whole graph" onClick={onFit}>
        <Maximize aria-hidden />
        Fit
        <ShortcutKbd id="fit" />
      </Button>
    </div>
  );
}
