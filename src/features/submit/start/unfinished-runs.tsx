import { useShallow } from 'zustand/react/shallow';
import { openEntries, useOutboxView } from '@/domains/outbox/outbox-store';
import type { Surface } from '@/api/surface';
import { EntryNotice } from '@/shared/outbox/entry-notice';

/** Unconfirmed runs of an earlier page load or another tab. */
export function UnfinishedRuns({ surface }: { surface: Surface }) {
  const entries = useOutboxView(useShallow((state) => openEntries(state.entries, surface.id)));
  if (entries.length === 0) return null;
  return (
    <section aria-label="Unfinished runs" className="flex flex-col gap-2">
      {entries.map((entry) => (
        <EntryNotice key={entry.id} surface={surface} entry={entry} isTitled />
      ))}
    </section>
  );
}
