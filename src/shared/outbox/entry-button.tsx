import { Link } from '@tanstack/react-router';
import type { EntryAction } from '@/domains/outbox/entry-actions';
import { actOnEntry, dismissEntry, sendAsNew } from '@/domains/outbox/outbox';
import type { OutboxEntry } from '@/domains/outbox/outbox-entry';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { useAction } from '@/shared/feedback/use-action';
import { Button, buttonClass } from '@/ui/button';

interface EntryButtonProps {
  surface: Surface;
  entry: OutboxEntry;
  action: EntryAction;
  onLeave?: () => void;
}

export function EntryButton({ surface, entry, action, onLeave }: EntryButtonProps) {
  const { id, state, draftId } = entry;
  switch (action) {
    case 'cancel':
      return <ActButton onClick={() => actOnEntry(id, { kind: 'user_cancel' })}>{t('Cancel')}</ActButton>;
    case 'stop':
      return <ActButton onClick={() => actOnEntry(id, { kind: 'user_cancel' })}>{t('Stop searching')}</ActButton>;
    case 'look':
      return (
        <ActButton onClick={() => actOnEntry(id, { kind: 'user_look_again' })}>
          {state.name === 'unknown' ? t('Search now') : t('Search again')}
        </ActButton>
      );
    case 'ask':
      return (
        <ActButton
          title={t('Safe: reuses the idempotency key, so no duplicate job is created')}
          onClick={() => actOnEntry(id, { kind: 'user_ask' })}
        >
          {t('Retry safely')}
        </ActButton>
      );
    case 'send_as_new':
      return (
        <ActButton
          tone="danger"
          title={t('Uses a new idempotency key. May create a duplicate job.')}
          onClick={() => sendAsNew(surface, entry)}
        >
          {t('Submit as new run')}
        </ActButton>
      );
    case 'put_away':
      return (
        <ActButton tone="ghost" onClick={() => dismissEntry(id)}>
          {t('Dismiss')}
        </ActButton>
      );
    case 'open_job':
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
    case 'open_draft':
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
}

interface ActButtonProps {
  tone?: 'plain' | 'danger' | 'ghost';
  title?: string;
  onClick: () => Promise<void>;
  children: string;
}

function ActButton({ tone = 'plain', title, onClick, children }: ActButtonProps) {
  const act = useAction({
    run: onClick,
    failed: () => ({ title: t('Not saved'), description: t('Could not save to browser storage. Is the disk full?') }),
  });
  return (
    <Button size="sm" tone={tone} title={title} onClick={() => void act.run()}>
      {children}
    </Button>
  );
}
