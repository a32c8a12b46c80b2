import { lazy, Suspense } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { openEntries, useOutboxView } from '@/api/outbox/outbox-store';
import type { Surface } from '@/api/surface';

/** Most visits have none: their words come with the first. */
const EntryNotice = lazy(async () => ({ default: (await import('@/shared/outbox/entry-notice')).EntryNotice }));

/** Runs of an earlier page, or of another tab, whose end is not known yet. */
export function UnfinishedRuns({ surface }: { surface: Surface }) {
  const entries = useOutboxView(useShallow((state) => openEntries(state.entries, surface.id)));
  if (entries.length === 0) return null;
  return (
    <section aria-label="Unfinished runs" className="flex flex-col gap-2">
      <Suspense>
        {entries.map((entry) => (
          <EntryNotice key={entry.id} surface={surface} entry={entry} isTitled />
        ))}
      </Suspense>
    </section>
  );
}
