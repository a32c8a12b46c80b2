import { lazy, Suspense } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { maybeSubmitted, useOutboxView } from '@/api/outbox/outbox-store';
import type { Surface } from '@/api/surface';
import { formatInteger } from '@/lib/format';

/** Most visits have none: their words come with the first. */
const EntryNotice = lazy(async () => ({ default: (await import('@/shared/outbox/entry-notice')).EntryNotice }));

/** Runs of this browser of which nobody knows yet whether they are among the jobs below. */
export function MaybeSubmitted({ surface }: { surface: Surface }) {
  const entries = useOutboxView(useShallow((state) => maybeSubmitted(state.entries, surface.id)));
  if (entries.length === 0) return null;
  return (
    <section
      aria-labelledby="maybe-submitted"
      className="flex max-h-[40dvh] shrink-0 flex-col gap-2 overflow-y-auto border-b border-line px-4 py-3 md:px-5"
    >
      <h2 id="maybe-submitted" className="text-sm font-semibold text-muted">
        Maybe submitted <span className="font-normal">{formatInteger(entries.length)}</span>
      </h2>
      <Suspense>
        {entries.map((entry) => (
          <EntryNotice key={entry.id} surface={surface} entry={entry} isTitled />
        ))}
      </Suspense>
    </section>
  );
}
