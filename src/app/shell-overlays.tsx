import { useQueryClient } from '@tanstack/react-query';
import { useEffect, type ComponentType } from 'react';
import { recordHistory } from '@/domains/outbox/record-history';
import { ConnectionDialog } from '@/app/connection/connection-dialog';
import { DialogHost } from '@/app/dialog-host';
import { InterruptedRuns } from '@/app/interrupted-runs';
import { MoreSheet } from '@/app/more-sheet';
import { BatchNotices } from '@/app/notifications/batch-notices';
import { Attention } from '@/app/notifications/tab-indicator';
import { OutboxPanel } from '@/app/outbox/outbox-panel';
import { DropAnywhere } from '@/features/submit/import/drop-anywhere';
import { ToastViewport } from '@/shared/feedback/toast-viewport';
import { lazyDialog } from '@/ui/overlay/lazy-dialog';
import { useDialogs, type CommandView } from '@/shared/dialog-requests/dialogs';
import { openCommandView, type CommandViewProps } from '@/shared/dialog-requests/command-view';
import { ShortcutSheet } from './commands/shortcut-list';
import { useShellCommands } from './use-shell-commands';

const views: Record<CommandView, ComponentType<CommandViewProps>> = {
  palette: lazyDialog(async () => (await import('./commands/command-palette')).CommandPalette),
  sheet: ShortcutSheet,
  connection: ConnectionDialog,
  outbox: OutboxPanel,
  more: MoreSheet,
};

const close = () => openCommandView(null);

interface ShellOverlaysProps {
  hasSurface: boolean;
  needsToken: boolean;
}

/** All overlays of the shell: one module, loaded after the first paint. */
export function ShellOverlays({ hasSurface, needsToken }: ShellOverlaysProps) {
  return (
    <>
      {needsToken || !hasSurface ? null : <DropAnywhere />}
      {hasSurface ? <CommandLayer /> : null}
      <ToastViewport hasSidebar={hasSurface} />
    </>
  );
}

function CommandLayer() {
  useShellCommands();
  const client = useQueryClient();
  useEffect(() => recordHistory(client), [client]);
  const view = useDialogs((open) => open.commands);
  const View = view ? views[view] : null;
  return (
    <>
      <Attention />
      <BatchNotices />
      <InterruptedRuns />
      <DialogHost />
      {View ? <View onClose={close} /> : null}
    </>
  );
}
