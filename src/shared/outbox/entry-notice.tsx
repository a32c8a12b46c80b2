import { TextCursorInput } from 'lucide-react';
import { entryActions } from '@/domains/outbox/entry-actions';
import { entryMessages } from '@/domains/outbox/entry-messages';
import type { OutboxEntry } from '@/domains/outbox/outbox-entry';
import { rejectionMessage } from '@/domains/outbox/submit-error-messages';
import { readSubmitRejection } from '@/domains/outbox/submit-rejection';
import type { Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { useNow } from '@/lib/hooks/use-now';
import { t } from '@/lib/i18n/messages';
import { BuyCredits } from '@/shared/buy-credits';
import { LazyKeyForm } from '@/shared/servers/lazy-key-form';
import { Age } from '@/shared/relative-time';
import { Button } from '@/ui/button';
import { Spinner } from '@/ui/spinner';
import { EntryButton } from './entry-button';
import { EntryCandidates } from './entry-candidates';

interface EntryNoticeProps {
  surface: Surface;
  entry: OutboxEntry;
  /** Shows title and age of the run, for pages that do not show them already. */
  isTitled?: boolean;
  /** Scrolls to the first field with a server error; `null` once all are corrected. Absent: the page shows none at fields. */
  onShowProblem?: (() => void) | null;
  /** Called when the user selects an action that leaves the current page. */
  onLeave?: () => void;
}

const TICK_MS = 500;

const tones = {
  busy: 'border-line bg-panel',
  warn: 'border-warn bg-warn-soft',
  bad: 'border-bad bg-bad-soft',
  ok: 'border-line bg-ok-soft',
};

/** State of a submission, without claiming more than is known, and the available actions. */
export function EntryNotice({ surface, entry, isTitled = false, onShowProblem, onLeave }: EntryNoticeProps) {
  const now = useNow(TICK_MS);
  const words = entryMessages(entry, surface.name, now);
  const rejection = entry.state.name === 'refused' ? entry.state.refusal : null;
  const isLockedOut = rejection?.status === 401 || (entry.state.name === 'unknown' && entry.state.isLockedOut === true);
  // The message at the field is not repeated here.
  const explanation =
    rejection && onShowProblem !== undefined ? rejectionMessage(rejection.code, '') : words.explanation;
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
          {explanation ? <p className="text-sm text-muted">{explanation}</p> : null}
          {words.code ? <p className="font-mono text-xs text-muted">{words.code}</p> : null}
        </div>
        <div className="flex flex-wrap gap-2">
          {rejection?.status === 402 ? (
            <BuyCredits surface={surface} url={readSubmitRejection(rejection).creditsUrl} />
          ) : null}
          {onShowProblem ? (
            <Button onClick={onShowProblem}>
              <TextCursorInput aria-hidden />
              {t('Show in the form')}
            </Button>
          ) : null}
          {entryActions(entry, now).map((action) =>
            // The editor already shows the draft.
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
      {isLockedOut ? <LazyKeyForm surface={surface} /> : null}
      {entry.state.name === 'unsettled' ? (
        <EntryCandidates surface={surface} entry={entry} {...(onLeave ? { onLeave } : {})} />
      ) : null}
    </div>
  );
}
