import { CircleAlert, Radio, RefreshCw, Unplug } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ConnectionStatus } from '@/features/jobs/connection-status';
import { classNames } from '@/lib/class-names';
import { formatDuration } from '@/lib/format';
import { useNow } from '@/lib/hooks/use-now';
import { t } from '@/lib/i18n/messages';

interface BadgeStyle {
  icon: ReactNode;
  words: string;
  tone: string;
  title: string;
}

function styleOf(connection: ConnectionStatus, now: number): BadgeStyle | null {
  switch (connection.kind) {
    case 'live':
      return {
        icon: <Radio aria-hidden />,
        words: t('live'),
        tone: 'text-ok',
        title: t('Events arrive as they happen'),
      };
    case 'polling':
      return {
        icon: <RefreshCw aria-hidden />,
        words: t('polling'),
        tone: 'text-muted',
        title: t('No live connection. Refreshing every few seconds.'),
      };
    case 'stale':
      return {
        icon: <CircleAlert aria-hidden />,
        words: connection.since === 0 ? t('stale') : t('stale {age}', { age: ageText(connection.since, now) }),
        tone: 'text-warn',
        title: t('Time since the last successful update'),
      };
    case 'unreachable':
      return {
        icon: <Unplug aria-hidden />,
        words:
          connection.since === null
            ? t('unreachable')
            : t('unreachable, {age} old', { age: ageText(connection.since, now) }),
        tone: 'text-bad',
        title: t('Server unreachable. Retrying.'),
      };
    case 'settled':
      return null;
  }
}

function ageText(since: number, now: number): string {
  return since === 0 ? '' : formatDuration(Math.max(0, Math.floor((now - since) / 1000) * 1000));
}

/** Connection status of the page. Not a live region: its seconds would be announced one by one. */
export function ConnectionBadge({ connection }: { connection: ConnectionStatus }) {
  const look = styleOf(connection, useNow(1000));
  if (!look) return null;
  return (
    <span
      className={classNames('inline-flex items-center gap-1.5 text-sm [&_svg]:size-3.5', look.tone)}
      title={look.title}
    >
      {look.icon}
      {look.words.trim()}
    </span>
  );
}
