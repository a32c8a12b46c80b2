import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { draftsQuery } from '@/domains/drafts/drafts';
import type { Surface } from '@/api/surface';
import { openEntries, useOutboxView } from '@/domains/outbox/outbox-store';
import { t } from '@/lib/i18n/messages';
import { EntryNotice } from '@/shared/outbox/entry-notice';
import { TemplateList } from './template-list';
import { DraftCards } from './draft-cards';
import { homeParts, MAX_CARDS, noteParts } from './home-parts';
import { PartSkeleton } from './home-section';
import { RecentResults } from './recent-results';

/** What the user has made, newest first: templates, drafts and results. */
export function HomeSections({ surface }: { surface: Surface }) {
  const { data } = useQuery(draftsQuery(surface));
  const count = data?.drafts.length;
  useEffect(() => {
    if (count !== undefined) noteParts(surface, { drafts: Math.min(count, MAX_CARDS) });
  }, [surface, count]);
  const drafts = data?.drafts ?? [];
  return (
    <>
      {data?.isAvailable === false ? (
        <p className="text-sm text-warn">
          {t(
            'Drafts cannot be saved in this browser (private window or storage blocked). If you close this page while submitting, check the job list before you run again.',
          )}
        </p>
      ) : null}
      <TemplateList surface={surface} drafts={drafts} />
      {!data ? (
        <PartSkeleton part="drafts" count={homeParts(surface.id).get().drafts} />
      ) : drafts.length > 0 ? (
        <DraftCards surface={surface} drafts={drafts} />
      ) : null}
      <RecentResults surface={surface} />
    </>
  );
}

/** Unconfirmed runs of an earlier page load or another tab. */
export function UnfinishedRuns({ surface }: { surface: Surface }) {
  const entries = useOutboxView(useShallow((state) => openEntries(state.entries, surface.id)));
  if (entries.length === 0) return null;
  return (
    <section aria-label={t('Unfinished runs')} className="flex flex-col gap-2">
      {entries.map((entry) => (
        <EntryNotice key={entry.id} surface={surface} entry={entry} isTitled />
      ))}
    </section>
  );
}
