import type { CommandViewProps } from '@/shared/dialog-requests/command-view';
import { t } from '@/lib/i18n/messages';
import { useShellSurface } from '@/shared/servers/use-current-surface';
import { Dialog } from '@/ui/overlay/dialog';
import { useSurfaceHealth } from '../surfaces/use-surface-health';
import { ConnectionDetails } from './connection-details';

/** The connection section of the settings as a dialog over any page. */
export function ConnectionDialog({ onClose }: CommandViewProps) {
  const surface = useShellSurface();
  const { health } = useSurfaceHealth(surface);
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      size="md"
      title={t('Connection')}
      description={`${surface.name}: ${health.text}`}
    >
      <ConnectionDetails />
    </Dialog>
  );
}
