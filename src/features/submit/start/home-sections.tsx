import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { LayoutTemplate } from 'lucide-react';
import { useShallow } from 'zustand/react/shallow';
import { draftsQuery } from '@/domains/drafts/drafts';
import type { Surface } from '@/api/surface';
import { gatewayStatusQuery, isComfyuiHere } from '@/domains/gateway/gateway-status';
import { openDialog } from '@/shared/dialog-requests/dialogs';
import { Button } from '@/ui/button';
import { openEntries, useOutboxView } from '@/domains/outbox/outbox-store';
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
          Drafts cannot be saved in this browser (private window or storage blocked). If you close this page while
          submitting, check the job list before you run again.
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

/** Leads to the templates of the connected ComfyUI; nothing without one. */
function ComfyTemplatesRow({ surface }: { surface: Surface }) {
  const { data } = useQuery(gatewayStatusQuery(surface));
  if (!isComfyuiHere(data)) return null;
  return (
    <section
      aria-labelledby="comfy-templates"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-xl border border-line bg-panel px-4 py-3.5"
    >
      <LayoutTemplate aria-hidden className="size-5 shrink-0 text-muted max-sm:hidden" />
      <div className="min-w-0 flex-1 basis-60">
        <h2 id="comfy-templates" className="font-semibold">
          ComfyUI templates
        </h2>
        <p className="text-sm text-muted">
          Workflows by task and model, with example images, from the ComfyUI that is connected.
        </p>
      </div>
      <Button onClick={() => openDialog('templates', { surface })}>Browse templates</Button>
    </section>
  );
}

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
