import type { CommandViewProps } from '@/app/commands/shell-overlays';
import { useShellSurface } from '@/shared/use-current-surface';
import { Dialog } from '@/ui/dialog';
import { useSurfaceHealth } from '../surfaces/use-surface-health';
import { ConnectionDetails } from './connection-details';

/** The connection over any page: what the settings show under the same name. */
export function ConnectionDialog({ onClose }: CommandViewProps) {
  const surface = useShellSurface();
  const { health } = useSurfaceHealth(surface);
  return (
    <Dialog isOpen onOpenChange={onClose} size="md" title="Connection" description={`${surface.name}: ${health.text}`}>
      <ConnectionDetails />
    </Dialog>
  );
}
