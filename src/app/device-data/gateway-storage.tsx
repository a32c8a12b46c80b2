import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { restoreJobs } from '@/domains/jobs/change-jobs';
import type { StorageUsage } from '@contract/console/schemas';
import { storageUsageQuery } from '@/domains/gateway/storage-usage-query';
import type { Surface } from '@/api/surface';
import { formatBytes, formatCount, formatDateTime } from '@/lib/format';
import { showToast } from '@/shared/feedback/toasts';
import { Button } from '@/ui/button';
import { Skeleton } from '@/ui/skeleton';

const KINDS = [
  ['outputs', 'Outputs of jobs'],
  ['uploads', 'Uploads'],
  ['trash', 'Deleted jobs'],
] as const;

/** Disk usage of the gateway, its largest jobs, and the deleted jobs that can be restored. */
export function GatewayStorage({ surface }: { surface: Surface }) {
  const { data, isError } = useQuery(storageUsageQuery(surface));
  return (
    <section aria-labelledby="gateway-storage" className="mt-5 border-t border-line pt-4">
      <h3 id="gateway-storage" className="font-semibold">
        On the gateway
      </h3>
      {isError ? (
        <p className="text-muted">Could not read what takes space.</p>
      ) : data ? (
        <>
          <Totals usage={data} />
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
            <dt className="flex-1">{label}</dt>
            <dd className="text-muted tabular-nums">
              {formatCount(usage[kind].files, 'file')} · {formatBytes(usage[kind].bytes)}
            </dd>
          </div>
        ))}
      </dl>
      {free === null ? null : <p className="text-sm text-muted">{formatBytes(free)} free on its disk.</p>}
    </>
  );
}

function LargestJobs({ surface, usage }: { surface: Surface; usage: StorageUsage }) {
  if (usage.largest_jobs.length === 0) return null;
  return (
    <>
      <h4 className="mt-3 text-sm font-semibold text-muted">Largest jobs</h4>
      <ul aria-label="Largest jobs">
        {usage.largest_jobs.map(({ id, title, files, bytes }) => (
          <li key={id} className="flex gap-3">
            <Link
              to="/$surface/jobs/$jobId"
              params={{ surface: surface.id, jobId: id }}
              className="min-w-0 flex-1 truncate rounded hover:text-accent"
            >
              {title ?? id}
            </Link>
            <span className="shrink-0 text-muted tabular-nums">
              {formatCount(files, 'file')} · {formatBytes(bytes)}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function DeletedJobs({ surface, usage }: { surface: Surface; usage: StorageUsage }) {
  const client = useQueryClient();
  const restore = useMutation({
    mutationFn: (ids: readonly string[]) => restoreJobs(client, surface, ids),
    onError: (error) => showToast({ tone: 'bad', title: 'Could not restore the jobs', description: error.message }),
  });
  if (usage.deleted_jobs.length === 0) return null;
  return (
    <>
      <div className="mt-3 flex items-center gap-3">
        <h4 className="flex-1 text-sm font-semibold text-muted">Deleted, kept for an hour</h4>
        <Button
          size="sm"
          isBusy={restore.isPending}
          onClick={() => restore.mutate(usage.deleted_jobs.map(({ id }) => id))}
        >
          Restore all
        </Button>
      </div>
      <ul aria-label="Deleted jobs">
        {usage.deleted_jobs.map(({ id, title, restorable_until }) => (
          <li key={id} className="flex items-center gap-3">
            <span className="min-w-0 flex-1 truncate">{title ?? id}</span>
            <span className="shrink-0 text-sm text-muted">until {formatDateTime(Date.parse(restorable_until))}</span>
            <Button size="sm" aria-label={`Restore ${title ?? id}`} onClick={() => restore.mutate([id])}>
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
