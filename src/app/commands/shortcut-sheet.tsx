import { Link } from '@tanstack/react-router';
import { classNames } from '@/lib/class-names';
import { useShellSurface } from '@/shared/servers/use-current-surface';
import { buttonClass } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import type { CommandViewProps } from './command-view';
import { ShortcutList } from './shortcut-list';

/** Overview of all shortcuts, which are customized in the settings. */
export function ShortcutSheet({ onClose }: CommandViewProps) {
  const surface = useShellSurface();
  return (
    <Dialog isOpen onOpenChange={onClose} size="lg" title="Keyboard shortcuts" description={null}>
      <ShortcutList isEditing={false} />
      {/* In the part that scrolls, which the keyboard can then move. */}
      <Link
        to="/$surface/settings"
        params={{ surface: surface.id }}
        hash="keyboard"
        className={classNames(buttonClass({ size: 'sm' }), 'mt-4 self-start')}
        onClick={onClose}
      >
        Change shortcuts
      </Link>
    </Dialog>
  );
}
