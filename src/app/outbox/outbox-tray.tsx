import { Inbox } from 'lucide-react';
import { useShallow } from 'zustand/react/shallow';
import { trayEntries, useOutboxView } from '@/api/outbox/outbox-store';
import { LOCAL_SURFACE } from '@/api/surface';
import type { CommandViewProps } from '@/app/commands/command-layer';
import { EntryNotice } from '@/shared/outbox/entry-notice';
import { Dialog } from '@/ui/dialog';
import { EmptyState } from '@/ui/empty-state';

/** Every run of this browser that is not yet known to be a job, and what can be done about it. */
export function OutboxTray({ onClose }: CommandViewProps) {
  const entries = useOutboxView(useShallow((state) => trayEntries(state.entries, LOCAL_SURFACE.id)));
  const isDurable = useOutboxView((state) => state.isDurable);
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      size="md"
      title="Outbox"
      description="A run is written down here before it is sent, so that one click makes at most one job."
    >
      {isDurable === false ? (
        <p className="mb-3 rounded-lg border border-warn bg-warn-soft px-3 py-2">
          This browser keeps no data for this page: what is open here is forgotten when the page closes. Then look into
          the list of jobs before you send it again.
        </p>
      ) : null}
      {entries.length === 0 ? (
        <EmptyState icon={<Inbox />} title="Nothing is open">
          Runs wait here while they are sent, while the surface asks to wait, and while an answer is missing. Runs that
          went through are in the list of jobs.
        </EmptyState>
      ) : (
        <ul aria-label="Runs" className="flex flex-col gap-2">
          {entries.map((entry) => (
            <li key={entry.id}>
              <EntryNotice surface={LOCAL_SURFACE} entry={entry} isTitled onLeave={onClose} />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
