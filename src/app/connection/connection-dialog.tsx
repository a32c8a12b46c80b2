import { useQuery } from '@tanstack/react-query';
import { gatewayStatusQuery } from '@/api/gateway-status';
import { LOCAL_SURFACE } from '@/api/surface';
import type { CommandViewProps } from '@/app/commands/command-layer';
import { Dialog } from '@/ui/dialog';
import { healthOf } from '../health-of';
import { ConnectionDetails } from './connection-details';

/** The connection over any page: what the settings show under the same name. */
export function ConnectionDialog({ onClose }: CommandViewProps) {
  const { data, error } = useQuery(gatewayStatusQuery(LOCAL_SURFACE));
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      size="md"
      title="Connection"
      description={`${LOCAL_SURFACE.name}: ${healthOf(data, error).text}`}
    >
      <ConnectionDetails />
    </Dialog>
  );
}
