import { Inbox } from 'lucide-react';
import { trayEntries, useOutboxView } from '@/api/outbox/outbox-store';
import { LOCAL_SURFACE } from '@/api/surface';
import { openCommandView } from '@/app/commands/command-store';
import { formatCount, formatInteger } from '@/lib/format';

const open = () => openCommandView('outbox');

function useOpenCount(): number {
  return useOutboxView(({ entries }) => trayEntries(entries, LOCAL_SURFACE.id).length);
}

/** In the side bar: leads to the runs that are not yet known to be jobs. */
export function OutboxButton() {
  const count = useOpenCount();
  return (
    <button
      type="button"
      className="flex h-8 items-center gap-2.5 rounded-md px-2 text-muted hover:bg-hover hover:text-text"
      onClick={open}
    >
      <Inbox aria-hidden className="size-4" />
      Outbox
      {count > 0 ? (
        <span className="ml-auto text-sm font-semibold text-warn">
          {formatInteger(count)}
          <span className="sr-only"> open</span>
        </span>
      ) : null}
    </button>
  );
}

/** On a phone there is room for it only while it has something to say. */
export function CompactOutboxButton() {
  const count = useOpenCount();
  if (count === 0) return null;
  return (
    <button
      type="button"
      aria-label={`Outbox, ${formatCount(count, 'run')} open`}
      className="relative flex size-11 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-text"
      onClick={open}
    >
      <Inbox aria-hidden className="size-5" />
      <span aria-hidden className="absolute top-1 right-1 text-xs font-semibold text-warn">
        {formatInteger(count)}
      </span>
    </button>
  );
}
