import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { callConsole } from '@/api/call-console';
import { restoreJobs } from '@/domains/jobs/change-jobs';
import type { StorageUsage } from '@contract/console/schemas';
import { storageUsageQuery } from '@/domains/gateway/storage-usage-query';
import type { Surface } from '@/api/surface';
import { formatBytes, formatDateTime } from '@/lib/format';
import { msg, t } from '@/lib/i18n/messages';
import { messageOf } from '@/lib/message-of';
import { useAction } from '@/shared/feedback/use-action';
import { Button } from '@/ui/button';
import { Skeleton } from '@/ui/skeleton';
import { StorageLimit } from './storage-limit';

const KINDS = [
  ['outputs', msg('Outputs of jobs')],
  ['uploads', msg('Uploads')],
  ['trash', msg('Deleted jobs')],
] as const;

/** Disk usage of the gateway, its largest jobs, and the deleted jobs that can be restored. */
export function GatewayStorage({ surface }: { surface: Surface }) {
  const { data, isError } = useQuery(storageUsageQuery(surface));
  return (
    <section aria-labelledby="gateway-storage" className="mt-5 border-t border-line pt-4">
      <h3 id="gateway-storage" className="font-semibold">
        {t('On the gateway')}
      </h3>
      {isError ? (
        <p className="text-muted">{t('Could not read what takes space.')}</p>
      ) : data ? (
        <>
          <UnlistedFiles surface={surface} usage={data} />
          <Totals usage={data} />
          <StorageLimit surface={surface} usage={data} />
          <LargestJobs surface={surface} usage={data} />
          <DeletedJobs surface={surface} usage={data} />
        </>
      ) : (
        <Skeleton className="mt-2 h-24" />
      )}
    </section>
  );
}

function Totals({ usage }: { usage: StorageUsage }) {
  const free = usage.free_bytes;
  return (
    <>
      <dl className="mt-1">
        {KINDS.map(([kind, label]) => (
          <div key={kind} className="flex gap-3">
            <dt className="flex-1">{t(label)}</dt>
            <dd className="text-muted tabular-nums">
              {t('{files, plural, one {# file} other {# files}}', { files: usage[kind].files })} ·{' '}
              {formatBytes(usage[kind].bytes)}
            </dd>
          </div>
        ))}
      </dl>
      {free === null ? null : (
        <p className="text-sm text-muted">{t('{size} free on its disk.', { size: formatBytes(free) })}</p>
      )}
    </>
  );
}

function LargestJobs({ surface, usage }: { surface: Surface; usage: StorageUsage }) {
  if (usage.largest_jobs.length === 0) return null;
  return (
    <>
      <h4 className="mt-3 text-sm font-semibold text-muted">{t('Largest jobs')}</h4>
      <ul aria-label={t('Largest jobs')}>
        {usage.largest_jobs.map(({ id, title, files, bytes }) => (
          <li key={id} className="flex gap-3">
            <Link
              to="/$surface/jobs/$jobId"
              params={{ surface: surface.id, jobId: id }}
              className="min-h-6 min-w-0 flex-1 truncate rounded hover:text-accent"
            >
              {title ?? id}
            </Link>
            <span className="shrink-0 text-muted tabular-nums">
              {t('{files, plural, one {# file} other {# files}}', { files })} · {formatBytes(bytes)}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

const UNLISTED_ID = 'unlisted-files';

/** The owner decides about files that an older copy of the database does not list. */
function UnlistedFiles({ surface, usage }: { surface: Surface; usage: StorageUsage }) {
  const client = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  const settle = useAction({
    async run(action: 'add' | 'discard') {
      const left = await callConsole(surface, 'settleUnlistedFiles', { body: { action } });
      client.setQueryData(storageUsageQuery(surface).queryKey, left);
    },
    failed: (error) => ({ title: t('Nothing was decided'), description: messageOf(error) }),
    stale: [client, surface, 'settleUnlistedFiles'],
  });
  const decide = async (action: 'add' | 'discard') => {
    await settle.run(action);
    setConfirming(false);
  };
  const found = usage.unlisted_files;
  if (!found || found.files === 0) return null;
  const { files } = found;
  return (
    <section aria-labelledby={UNLISTED_ID} className="my-3 rounded-lg border border-warn bg-warn-soft p-3">
      <h4 id={UNLISTED_ID} className="font-semibold">
        {t('The database is an older copy')}
      </h4>
      <p className="mt-1 text-sm">
        {t(
          'It does not list {files, plural, one {# file} other {# files}} ({size}) that newer jobs and uploads stored. Nothing is deleted until you decide. If you still have the newer database, stop the gateway and put it back: jobs and files are then as before. Otherwise add the files as uploads, which the flag --recover does too, or let them go.',
          { files, size: formatBytes(found.bytes) },
        )}
      </p>
      {isConfirming ? (
        <p className="mt-1 text-sm text-muted">
          {t('They are deleted after seven days. Until then, a start with --recover adds them.')}
        </p>
      ) : null}
      <div className="mt-2 flex flex-wrap gap-2">
        {isConfirming ? (
          <>
            <Button size="sm" tone="danger" isBusy={settle.isPending} onClick={() => void decide('discard')}>
              {t('Let {files, plural, one {# file} other {# files}} go', { files })}
            </Button>
            {/* The pressed button is gone: the focus moves to the harmless one. */}
            <Button size="sm" ref={focusOnMount} onClick={() => setConfirming(false)}>
              {t('Keep')}
            </Button>
          </>
        ) : (
          <>
            <Button size="sm" isBusy={settle.isPending} onClick={() => void decide('add')}>
              {t('Add {files, plural, one {# file} other {# files}} to the uploads', { files })}
            </Button>
            <Button size="sm" onClick={() => setConfirming(true)}>
              {t('Let them go…')}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

const focusOnMount = (button: HTMLButtonElement | null) => button?.focus();

function DeletedJobs({ surface, usage }: { surface: Surface; usage: StorageUsage }) {
  const client = useQueryClient();
  const restore = useAction({
    run: (ids: readonly string[]) => restoreJobs(client, surface, ids),
    failed: (error) => ({ title: t('Could not restore the jobs'), description: messageOf(error) }),
  });
  const empty = useAction({
    async run() {
      const left = await callConsole(surface, 'emptyTrash');
      client.setQueryData(storageUsageQuery(surface).queryKey, left);
    },
    failed: (error) => ({ title: t('Could not delete the jobs permanently'), description: messageOf(error) }),
  });
  const [isConfirming, setConfirming] = useState(false);
  if (usage.deleted_jobs.length === 0) return null;
  return (
    <>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <h4 className="min-w-40 flex-1 text-sm font-semibold text-muted">{t('Deleted, kept for an hour')}</h4>
        {isConfirming ? (
          <>
            <Button
              size="sm"
              tone="danger"
              isBusy={empty.isPending}
              onClick={() => void empty.run().then(() => setConfirming(false))}
            >
              {t('Delete all permanently')}
            </Button>
            {/* The pressed button is gone: the focus moves to the harmless one. */}
            <Button size="sm" ref={focusOnMount} onClick={() => setConfirming(false)}>
              {t('Keep')}
            </Button>
          </>
        ) : (
          <>
            <Button
              size="sm"
              isBusy={restore.isPending}
              onClick={() => void restore.run(usage.deleted_jobs.map(({ id }) => id))}
            >
              {t('Restore all')}
            </Button>
            <Button size="sm" onClick={() => setConfirming(true)}>
              {t('Free {size} now…', { size: formatBytes(usage.trash.bytes) })}
            </Button>
          </>
        )}
      </div>
      {isConfirming ? <p className="text-sm text-muted">{t('They can no longer be restored after that.')}</p> : null}
      <ul aria-label={t('Deleted jobs')}>
        {usage.deleted_jobs.map(({ id, title, restorable_until }) => (
          <li key={id} className="flex items-center gap-3">
            <span className="min-w-0 flex-1 truncate">{title ?? id}</span>
            <span className="shrink-0 text-sm text-muted">
              {t('until {time}', { time: formatDateTime(Date.parse(restorable_until)) })}
            </span>
            <Button
              size="sm"
              aria-label={t('Restore {title}', { title: title ?? id })}
              onClick={() => void restore.run([id])}
            >
              {t('Restore')}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
