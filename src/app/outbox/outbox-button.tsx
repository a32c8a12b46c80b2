import { Inbox } from 'lucide-react';
import { panelEntries, useOutboxView } from '@/domains/outbox/outbox-store';
import { openCommandView } from '@/shared/dialog-requests/command-view';
import { formatInteger } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { useShellSurface } from '@/shared/servers/use-current-surface';

const open = () => openCommandView('outbox');

export function useOpenCount(): number {
  const surface = useShellSurface();
  return useOutboxView(({ entries }) => panelEntries(entries, surface.id).length);
}

/** Sidebar button that opens the outbox, while something in it waits for the server or for the user. It is empty nearly always. */
export function OutboxButton() {
  const count = useOpenCount();
  if (count === 0) return null;
  return (
    <button
      type="button"
      className="flex h-8 items-center gap-2.5 rounded-md px-2 text-muted hover:bg-hover hover:text-text"
      onClick={open}
    >
      <Inbox aria-hidden className="size-4" />
      {t('Outbox')}
      <span className="ml-auto text-sm font-semibold text-warn">
        {formatInteger(count)}
        <span className="sr-only"> {t('open')}</span>
      </span>
    </button>
  );
}
