import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useMemo } from 'react';
import { isApiError } from '@/api/api-error';
import { jobQuery, type JobData } from '@/domains/jobs/job-query';
import { isImage, THUMB_ROW } from '@/domains/jobs/thumbnail-url';
import { useShownJob } from '@/api/live/use-shown-job';
import { useLive } from '@/api/live/use-live';
import { startedFrom, useOutboxView } from '@/domains/outbox/outbox-store';
import type { Surface } from '@/api/surface';
import { formatCount, formatPercent } from '@/lib/format';
import { useIsSeen } from '@/lib/hooks/use-is-seen';
import { JobStatusChip } from '@/shared/job-status';
import { StoredImage } from '@/shared/files/stored-image';
import { dragSource } from '@/shared/drop/drag-source';
import { Button } from '@/ui/button';
import { Chip } from '@/ui/chip';
import { useEditor, useSession } from '../editor/session-context';

/** The jobs that were started from this draft, newest first, each with its live state and a link. */
export function StartedRuns() {
  const draftId = useEditor((state) => state.draft.id);
  const since = useEditor((state) => state.draft.runsClearedAt ?? 0);
  const entries = useOutboxView((state) => state.entries);
  const started = useMemo(() => startedFrom(entries, draftId, since), [entries, draftId, since]);
  return started.length === 0 ? null : <Strip started={started} />;
}

function Strip({ started }: { started: ReturnType<typeof startedFrom> }) {
  const session = useSession();
  useLive(session.surface);
  return (
    <section
      aria-label="Started from this draft"
      className="flex shrink-0 items-center gap-2 border-t border-line bg-panel pr-2 pl-4 md:pl-5"
    >
      <span className="shrink-0 text-sm text-muted max-sm:sr-only">{formatCount(started.length, 'job')}</span>
      <ul className="flex min-w-0 flex-1 gap-1.5 overflow-x-auto py-1.5 [scrollbar-width:thin]">
        {started.map(({ entryId, jobId }, index) => (
          <StartedRun key={entryId} surface={session.surface} jobId={jobId} number={started.length - index} />
        ))}
      </ul>
      <Button
        size="icon-sm"
        tone="ghost"
        aria-label="Clear this list"
        title="Clear"
        onClick={() => session.clearRuns()}
      >
        <X aria-hidden />
      </Button>
    </section>
  );
}

interface StartedRunProps {
  surface: Surface;
  jobId: string;
  /** 1-based, in start order. */
  number: number;
}

function StartedRun({ surface, jobId, number }: StartedRunProps) {
  const [isSeen, see] = useIsSeen();
  // There may be a hundred jobs: only the visible ones are fetched.
  const { data, error } = useQuery({ ...jobQuery(surface, jobId), enabled: isSeen });
  const isGone = isApiError(error) && error.status === 404;
  return (
    <li ref={see} className="shrink-0">
      <Link
        to="/$surface/jobs/$jobId"
        params={{ surface: surface.id, jobId }}
        className="flex h-9 items-center gap-1.5 rounded-md border border-line bg-raised pr-1.5 pl-2 hover:border-control hover:bg-hover"
      >
        <span className="text-sm text-muted tabular-nums">
          <span className="sr-only">Job </span>
          {number}
        </span>
        {data ? <RunState surface={surface} data={data} /> : <Chip>{isGone ? 'deleted' : 'submitted'}</Chip>}
      </Link>
    </li>
  );
}

function RunState({ surface, data }: { surface: Surface; data: JobData }) {
  const status = useShownJob(surface.id, data, ({ job }) => job.status);
  const percent = useShownJob(surface.id, data, ({ job }) =>
    job.status === 'running' && job.progress ? formatPercent(job.progress.value) : null,
  );
  const image = useShownJob(surface.id, data, ({ job }) => job.outputs?.find(isImage) ?? null);
  return (
    <>
      {image ? (
        <span className="size-7 shrink-0 overflow-hidden rounded" {...dragSource(surface, image)}>
          <StoredImage surface={surface} source={image} side={THUMB_ROW} className="object-cover" />
        </span>
      ) : null}
      <JobStatusChip status={status} />
      {percent === null ? null : <span className="text-sm text-muted tabular-nums">{percent}</span>}
    </>
  );
}
