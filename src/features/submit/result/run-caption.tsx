import { useQuery } from '@tanstack/react-query';
import { isTerminal } from '@contract/jobs/lifecycle';
import type { ListedJob } from '@contract/jobs/schemas';
import { nodeTitle, type ClassNames, type Graph } from '@contract/workflow/graph';
import type { ShownJob } from '@/api/live/merge-job';
import type { Surface } from '@/api/surface';
import { useIsHeld } from '@/domains/gateway/use-is-held';
import { toRunSignature } from '@/domains/jobs/previous-runs';
import { previousRunsQuery } from '@/domains/jobs/previous-runs-query';
import { typicalDurationOf } from '@/domains/jobs/typical-duration';
import { definitionsQuery } from '@/domains/node-definitions-query';
import { formatDuration } from '@/lib/format';
import { useNow } from '@/lib/hooks/use-now';
import { t } from '@/lib/i18n/messages';
import { CancelButton } from '@/shared/cancel-button';
import { runEta } from '@/shared/eta';
import { formatStep, jobNote, statusText, waitText } from '@/shared/job-text';
import { ResultCaption } from '@/shared/result/result-caption';
import { ServerName } from '@/shared/servers/server-name';
import type { DraftRun } from './draft-runs';

interface RunCaptionProps {
  run: DraftRun;
  shown: ShownJob;
  graph: Graph | null;
  /** What it changed since the run before it; `null` if that is unknown. */
  changed: string | null;
}

/** One line below the picture: the progress of an active run with Cancel, else what the run was. */
export function RunCaption({ run, shown, graph, changed }: RunCaptionProps) {
  const { job } = shown;
  const { surface } = run;
  const isHeld = useIsHeld(surface, job.id);
  const { data: classes } = useQuery(definitionsQuery(surface));
  const isOver = isTerminal(job.status);
  const { status } = job;
  const progress = status === 'running' || status === 'canceling' ? (job.progress?.value ?? null) : undefined;
  return (
    <ResultCaption
      number={run.number}
      state={status}
      text={
        isOver ? (
          endText(job, changed)
        ) : (
          <>
            {activeText(shown, graph, { isHeld, classes })}
            {status === 'running' && !shown.isEnding ? <TimeLeft surface={surface} job={job} /> : null}
          </>
        )
      }
      hint={isOver ? (changed ?? undefined) : undefined}
      progress={progress}
      isQuiet={status === 'canceling'}
    >
      {run.isElsewhere ? <ServerName surface={surface} className="max-w-40 shrink-0 text-sm" /> : null}
      {isOver ? null : (
        <>
          <span className="shrink-0 text-sm text-muted tabular-nums @max-[480px]:hidden">{nodeCount(job)}</span>
          <CancelButton
            surface={surface}
            job={job}
            title={t('Run {number}', { number: run.number })}
            tone="ghost"
            size="sm"
          />
        </>
      )}
    </ResultCaption>
  );
}

/** `Sampling, step 18 of 30` */
function activeText(
  { job, isEnding }: ShownJob,
  graph: Graph | null,
  { isHeld, classes }: { isHeld: boolean; classes: ClassNames | null | undefined },
): string {
  if (job.status === 'queued') return waitText(job, isHeld);
  if (job.status !== 'running' || isEnding || !job.progress) return jobNote(job, { isEnding });
  const { current_node: id, current_node_class: className, message } = job.progress;
  const node = id ? graph?.get(id) : undefined;
  const title = node ? nodeTitle(node, classes) : className;
  const text = [title, formatStep(job.progress)].filter(Boolean).join(', ');
  return text || message || t('started');
}

function nodeCount({ status, progress }: ListedJob): string | null {
  if (status !== 'running' || !progress || progress.nodes_total === 0) return null;
  return t('node {number} of {count}', {
    number: Math.min(progress.nodes_done + 1, progress.nodes_total),
    count: progress.nodes_total,
  });
}

/** Below it, a time would read as 0 s. */
const MIN_SHOWN_MS = 100;

/** `succeeded in 12 s · steps 30` */
function endText(job: ListedJob, changed: string | null): string {
  const ran = Date.parse(job.completed_at ?? '') - Date.parse(job.started_at ?? '');
  return [ran >= MIN_SHOWN_MS ? tookText(job.status, formatDuration(ran)) : statusText(job.status), changed]
    .filter(Boolean)
    .join(' · ');
}

function tookText(status: string, duration: string): string {
  return status === 'succeeded'
    ? t('{status} in {duration}', { status: statusText(status), duration })
    : t('{status} after {duration}', { status: statusText(status), duration });
}

/** The estimate from earlier runs, else from the pace of this one. */
function TimeLeft({ surface, job }: { surface: Surface; job: ListedJob }) {
  const signature = toRunSignature(job);
  const { data } = useQuery(previousRunsQuery(surface, signature.title));
  const now = useNow(1000);
  const startedAt = Date.parse(job.started_at ?? '');
  if (!Number.isFinite(startedAt) || job.progress?.stalled) return null;
  const runMs = Math.max(0, now - startedAt);
  const typical = typicalDurationOf(signature, data ?? []);
  const left = runEta({ runMs, share: job.progress?.value ?? null, typical });
  return left ? <span title={left.basis}>, {left.text}</span> : null;
}
