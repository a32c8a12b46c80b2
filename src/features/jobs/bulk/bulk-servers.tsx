import { formatInteger } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { ServerName } from '@/shared/servers/server-name';
import type { ServerJobs } from '@/shared/servers/server-jobs';
import type { ServerTally } from './bulk-tally';
import { skippedText, type JobActionId } from '../actions/job-actions';

/** Results per server: number of jobs, failures, and what the user can do. */
export function ServerResults({ servers }: { servers: readonly ServerTally[] }) {
  return (
    <ul aria-label={t('By server')} className="mb-2 flex flex-col gap-1 border-b border-line pb-2">
      {servers.map(({ surface, counts, failure }) => (
        <li key={surface.id} className="flex items-start gap-2">
          <ServerName surface={surface} className="max-w-36 shrink-0 font-medium" />
          <span className={counts.bad > 0 ? 'text-bad' : 'text-muted'}>
            {[
              counts.ok > 0 ? t('{count} done', { count: formatInteger(counts.ok) }) : null,
              counts.warn > 0 ? t('{count} with a note below', { count: formatInteger(counts.warn) }) : null,
              counts.bad > 0
                ? t('{count} failed: {reason}', {
                    count: formatInteger(counts.bad),
                    reason: `${failure?.what ?? ''} ${failure?.next ?? ''}`,
                  })
                : null,
            ]
              .filter(Boolean)
              .join(', ')}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Number of affected jobs per server. */
export function ServerCounts({ servers }: { servers: readonly ServerJobs[] }) {
  return (
    <ul aria-label={t('Servers')} className="mt-3 flex flex-wrap gap-x-4 gap-y-1">
      {servers.map(({ surface, jobs }) => (
        <li key={surface.id} className="flex min-w-0 gap-2">
          <ServerName surface={surface} className="max-w-48" />
          <span className="whitespace-nowrap">
            {t('{count, plural, one {# job} other {# jobs}}', { count: jobs.length })}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface SkippedJobsProps {
  action: JobActionId;
  servers: readonly ServerJobs[];
}

/** Servers that do not support the action: one sentence each. */
export function SkippedJobs({ action, servers }: SkippedJobsProps) {
  if (servers.length === 0) return null;
  return (
    <ul aria-label={t('Skipped')} className="mt-2 flex flex-col gap-1 text-warn">
      {servers.map((server) => (
        <li key={server.surface.id}>{skippedText(action, server)}</li>
      ))}
    </ul>
  );
}
