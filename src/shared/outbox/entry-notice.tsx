import { entryActions } from '@/api/outbox/entry-actions';
import { entryMessages } from '@/api/outbox/entry-messages';
import type { OutboxEntry } from '@/api/outbox/outbox-entry';
import type { Surface } from '@/api/surface';
import { creditsUrl } from '@/api/surfaces/credits';
import { classNames } from '@/lib/class-names';
import { useNow } from '@/lib/use-now';
import { BuyCredits } from '@/shared/buy-credits';
import { Age } from '@/shared/relative-time';
import { Spinner } from '@/ui/spinner';
import { EntryButton } from './entry-button';
import { EntryCandidates } from './entry-candidates';

interface EntryNoticeProps {
  surface: Surface;
  entry: OutboxEntry;
  /** With the title of the run and its age, where the page does not already show them. */
  isTitled?: boolean;
  /** Something that leads away from where it is shown was chosen. */
  onLeave?: () => void;
}

const TICK_MS = 500;

const tones = {
  busy: 'border-line bg-panel',
  warn: 'border-warn bg-warn-soft',
  bad: 'border-bad bg-bad-soft',
  ok: 'border-line bg-ok-soft',
};

/** What became of an act of submitting, never more than is known, and what can be done now. */
export function EntryNotice({ surface, entry, isTitled = false, onLeave }: EntryNoticeProps) {
  const now = useNow(TICK_MS);
  const words = entryMessages(entry, surface.name, now);
  const buyUrl = entry.state.name === 'refused' ? creditsUrl(entry.state.refusal.details) : null;
  return (
    <div className={classNames('flex flex-col gap-2.5 rounded-lg border px-3 py-2.5', tones[words.tone])}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {words.tone === 'busy' ? <Spinner className="text-muted" /> : null}
        <div className="min-w-0 flex-1 basis-56">
          {isTitled ? (
            <p className="flex min-w-0 items-baseline gap-2 text-sm text-muted">
              <span className="truncate" title={entry.title}>
                {entry.title}
              </span>
              <Age at={entry.createdAt} className="shrink-0" />
            </p>
          ) : null}
          <p className="font-semibold">{words.title}</p>
          {words.explanation ? <p className="text-sm text-muted">{words.explanation}</p> : null}
          {words.code ? <p className="font-mono text-xs text-muted">{words.code}</p> : null}
        </div>
        <div className="flex flex-wrap gap-2">
          <BuyCredits url={buyUrl} />
          {entryActions(entry, now).map((action) =>
            // In its editor the draft is open already.
            action === 'open_draft' && !isTitled ? null : (
              <EntryButton
                key={action}
                surface={surface}
                entry={entry}
                action={action}
                {...(onLeave ? { onLeave } : {})}
              />
            ),
          )}
        </div>
      </div>
      {entry.state.name === 'unsettled' ? (
        <EntryCandidates surface={surface} entry={entry} {...(onLeave ? { onLeave } : {})} />
      ) : null}
    </div>
  );
}
