import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useShallow } from 'zustand/react/shallow';
import { candidatesQuery, type Candidate } from '@/domains/outbox/candidates';
import { actOnEntry } from '@/domains/outbox/outbox';
import { type OutboxEntry } from '@/domains/outbox/outbox-entry';
import { LABEL_TITLE } from '@/domains/job-record/job-labels';
import { knownJobIds, useOutboxView } from '@/domains/outbox/outbox-store';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { JobStatusChip } from '@/shared/job-status';
import { Age } from '@/shared/relative-time';
import { Button } from '@/ui/button';

interface EntryCandidatesProps {
  surface: Surface;
  entry: OutboxEntry;
  onLeave?: () => void;
}

/** Candidate jobs of an unconfirmed run, of which the user selects one. */
export function EntryCandidates({ surface, entry, onLeave }: EntryCandidatesProps) {
  const taken = useOutboxView(useShallow(({ entries }) => [...knownJobIds(entries)]));
  const { data, error, isPending } = useQuery(candidatesQuery(surface, entry, new Set(taken)));
  const open = data?.filter(({ job }) => !taken.includes(job.id)) ?? [];
  if (data === null) return null;
  if (open.length === 0) {
    const words = isPending
      ? t('Searching for matching jobs…')
      : error
        ? t('Could not load jobs from that time.')
        : t('No matching job from that time.');
    return <p className="border-t border-line pt-2 text-sm text-muted">{words}</p>;
  }
  return (
    <div className="border-t border-line pt-2">
      <p className="text-sm text-muted">{t('Select the matching job:')}</p>
      <ul aria-label={t('Jobs that may be this run')} className="mt-1 flex max-h-60 flex-col overflow-y-auto">
        {open.map(({ job, isSameGraph }) => (
          <li key={job.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1">
            <Link
              to="/$surface/jobs/$jobId"
              params={{ surface: surface.id, jobId: job.id }}
              className="min-w-0 truncate font-medium underline-offset-2 hover:underline"
              onClick={onLeave}
            >
              {nameOf(job)}
            </Link>
            <JobStatusChip status={job.status} />
            <span className="text-sm text-muted">
              <Age at={Date.parse(job.created_at)} />, {isSameGraph ? t('same workflow') : t('unknown workflow')}
            </span>
            <Button
              size="sm"
              className="ml-auto"
              onClick={() => void actOnEntry(entry.id, { kind: 'user_choose', jobId: job.id })}
            >
              {t('This is the job')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function nameOf(job: Candidate['job']): string {
  return job.metadata?.[LABEL_TITLE]?.trim() || t('Job {id}', { id: job.id.slice(0, 8) });
}
