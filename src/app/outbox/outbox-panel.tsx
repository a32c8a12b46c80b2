import { Inbox } from 'lucide-react';
import { useShallow } from 'zustand/react/shallow';
import { panelEntries, useOutboxView } from '@/domains/outbox/outbox-store';
import type { CommandViewProps } from '@/shared/dialog-requests/command-view';
import { t } from '@/lib/i18n/messages';
import { EntryNotice } from '@/shared/outbox/entry-notice';
import { useShellSurface } from '@/shared/servers/use-current-surface';
import { Dialog } from '@/ui/overlay/dialog';
import { EmptyState } from '@/ui/empty-state';

/** Lists the unconfirmed runs of this browser and their actions. */
export function OutboxPanel({ onClose }: CommandViewProps) {
  const surface = useShellSurface();
  const entries = useOutboxView(useShallow((state) => panelEntries(state.entries, surface.id)));
  const isDurable = useOutboxView((state) => state.isDurable);
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      size="md"
      title={t('Outbox')}
      description={t('Runs are saved here before submission, so one click never creates two jobs.')}
    >
      {isDurable === false ? (
        <p className="mb-3 rounded-lg border border-warn bg-warn-soft px-3 py-2">
          {t(
            'Storage is unavailable. If you close this page while submitting, check the job list before you run again.',
          )}
        </p>
      ) : null}
      {entries.length === 0 ? (
        <EmptyState icon={<Inbox />} title={t('No pending runs')}>
          {t('Runs wait here until the server confirms them. Confirmed runs are in the job list.')}
        </EmptyState>
      ) : (
        <ul aria-label={t('Runs')} className="flex flex-col gap-2">
          {entries.map((entry) => (
            <li key={entry.id}>
              <EntryNotice surface={surface} entry={entry} isTitled onLeave={onClose} />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
