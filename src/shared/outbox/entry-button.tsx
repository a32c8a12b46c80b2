import { Link } from '@tanstack/react-router';
import type { EntryAction } from '@/domains/outbox/entry-actions';
import { actOnEntry, dismissEntry, sendAsNew } from '@/domains/outbox/outbox';
import type { OutboxEntry } from '@/domains/outbox/outbox-entry';
import type { Surface } from '@/api/surface';
import { msg, t, type Message } from '@/lib/i18n/messages';
import { useAction } from '@/shared/feedback/use-action';
import { Button, buttonClass } from '@/ui/button';

interface ActionRow {
  label: Message;
  /** The label in a state that changes it. */
  labelOf?: (entry: OutboxEntry) => string | null;
  title?: Message;
  tone?: 'danger' | 'ghost';
  run: (entry: OutboxEntry, surface: Surface) => Promise<void>;
}

/** The actions that change the submission. The others are links. `entryActions` decides which are offered. */
const ROWS: Readonly<Record<Exclude<EntryAction, 'open_job' | 'open_draft'>, ActionRow>> = {
  cancel: { label: msg('Cancel'), run: ({ id }) => actOnEntry(id, { kind: 'user_cancel' }) },
  stop: { label: msg('Stop searching'), run: ({ id }) => actOnEntry(id, { kind: 'user_cancel' }) },
  look: {
    label: msg('Search again'),
    labelOf: ({ state }) => (state.name === 'unknown' ? t('Search now') : null),
    run: ({ id }) => actOnEntry(id, { kind: 'user_look_again' }),
  },
  ask: {
    label: msg('Retry safely'),
    title: msg('Safe: reuses the idempotency key, so no duplicate job is created'),
    run: ({ id }) => actOnEntry(id, { kind: 'user_ask' }),
  },
  send_as_new: {
    label: msg('Submit as new run'),
    title: msg('Uses a new idempotency key. May create a duplicate job.'),
    tone: 'danger',
    run: (entry, surface) => sendAsNew(surface, entry),
  },
  put_away: { label: msg('Dismiss'), tone: 'ghost', run: ({ id }) => dismissEntry(id) },
};

interface EntryButtonProps {
  surface: Surface;
  entry: OutboxEntry;
  action: EntryAction;
  onLeave?: () => void;
}

export function EntryButton({ surface, entry, action, onLeave }: EntryButtonProps) {
  const { state, draftId } = entry;
  if (action === 'open_job') {
    return state.name === 'submitted' ? (
      <Link
        to="/$surface/jobs/$jobId"
        params={{ surface: surface.id, jobId: state.jobId }}
        className={buttonClass({ size: 'sm' })}
        onClick={onLeave}
      >
        {t('Open job')}
      </Link>
    ) : null;
  }
  if (action === 'open_draft') {
    return draftId === null ? null : (
      <Link
        to="/$surface/submit/$draftId"
        params={{ surface: surface.id, draftId }}
        className={buttonClass({ size: 'sm' })}
        onClick={onLeave}
      >
        {t('Open draft')}
      </Link>
    );
  }
  return <ActButton surface={surface} entry={entry} row={ROWS[action]} />;
}

interface ActButtonProps {
  surface: Surface;
  entry: OutboxEntry;
  row: ActionRow;
}

function ActButton({ surface, entry, row: { label, labelOf, title, tone, run } }: ActButtonProps) {
  const act = useAction({
    run: () => run(entry, surface),
    failed: () => ({ title: t('Not saved'), description: t('Could not save to browser storage. Is the disk full?') }),
  });
  return (
    <Button size="sm" tone={tone} title={title && t(title)} onClick={() => void act.run()}>
      {labelOf?.(entry) ?? t(label)}
    </Button>
  );
}
