import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ComponentType } from 'react';
import { recordHistory } from '@/api/jobs/record-history';
import { DialogHost } from '@/app/dialog-host';
import { Attention } from '@/app/notifications/tab-indicator';
import { InterruptedRuns } from '@/app/interrupted-runs';
import { showToast } from '@/shared/toasts';
import { openCommandView, useCommandView, type CommandView } from './overlay-store';
import { useCommandKeys } from './use-command-keys';

export interface CommandViewProps {
  onClose: () => void;
}

type View = ComponentType<CommandViewProps>;

const load: Record<CommandView, () => Promise<View>> = {
  palette: async () => (await import('./command-palette')).CommandPalette,
  sheet: async () => (await import('./shortcut-sheet')).ShortcutSheet,
  connection: async () => (await import('@/app/connection/connection-dialog')).ConnectionDialog,
  outbox: async () => (await import('@/app/outbox/outbox-tray')).OutboxTray,
  more: async () => (await import('@/app/more-sheet')).MoreSheet,
};

const close = () => openCommandView(null);

/** All that the shell does beside showing pages. It comes after the first paint, and each view with its first use. */
export function CommandLayer() {
  useCommandKeys();
  const client = useQueryClient();
  useEffect(() => recordHistory(client), [client]);
  const wanted = useCommandView(({ view }) => view);
  const [views, setViews] = useState<Partial<Record<CommandView, View>>>({});
  const Shown = wanted ? views[wanted] : undefined;
  // Not `lazy`: that would keep a failure for good, and take the page down with it.
  useEffect(() => {
    if (wanted === null || Shown) return undefined;
    let isOver = false;
    const bring = async () => {
      try {
        const view = await load[wanted]();
        if (!isOver) setViews((known) => ({ ...known, [wanted]: view }));
      } catch {
        if (isOver) return;
        close();
        showToast({
          tone: 'bad',
          title: 'This part of the page failed to load',
          description: 'The gateway that serves it does not answer. Try again when it is back.',
        });
      }
    };
    void bring();
    return () => {
      isOver = true;
    };
  }, [wanted, Shown]);
  return (
    <>
      <Attention />
      <InterruptedRuns />
      <DialogHost />
      {Shown ? <Shown onClose={close} /> : null}
    </>
  );
}
