import { Copy } from 'lucide-react';
import { bucketOfFailure } from '@/api/runs/retry-decision';
import { runActions } from '@/api/runs/run-actions';
import { isActiveRun, type RunFailure, type RunRecord } from '@/api/runs/run-record';
import { runWords, spokenRun } from '@/api/runs/run-text';
import { useRunsView } from '@/api/runs/runs-store';
import type { Surface } from '@/api/surface';
import { factOf } from '@/api/surfaces/capability-record';
import { creditsUrlInText } from '@/api/surfaces/credits';
import { classNames } from '@/lib/class-names';
import { useNow } from '@/lib/use-now';
import { BuyCredits } from '@/shared/buy-credits';
import { copyText } from '@/shared/copy-text';
import { Elapsed } from '@/shared/relative-time';
import { Button } from '@/ui/button';
import { ProgressBar } from '@/ui/progress-bar';
import { RunButton } from './run-button';
import { SpendText } from './spend-text';

const TICK_MS = 500;

const tones = {
  busy: 'border-line bg-panel',
  warn: 'border-warn bg-warn-soft',
  bad: 'border-bad bg-bad-soft',
  neutral: 'border-line bg-panel',
  ok: 'border-line bg-ok-soft',
};

/** Where a run stands, never more than is known, and what can be done about it. */
export function RunNotice({ surface, run }: { surface: Surface; run: RunRecord }) {
  const now = useNow(TICK_MS);
  const stage = useRunsView(({ stages }) => stages[run.id]);
  const words = runWords(run, stage, now);
  const failure = failureOf(run);
  const isActive = isActiveRun(run);
  return (
    <div className={classNames('flex flex-col gap-2.5 rounded-lg border px-3.5 py-3', tones[words.tone])}>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <p className="flex items-baseline gap-2 font-semibold">
            {words.title}
            {isActive ? (
              <span className="text-sm font-normal text-muted tabular-nums">
                <Elapsed since={run.firstSentAt ?? run.createdAt} />
              </span>
            ) : null}
          </p>
          {words.explanation ? <p className="text-sm text-muted">{words.explanation}</p> : null}
        </div>
        <div className="flex flex-wrap gap-2">
          {failure && isOutOfCredits(failure) ? (
            <BuyCredits url={creditsUrlInText(failure.detail) ?? factOf(surface, 'credits')?.url ?? null} size="sm" />
          ) : null}
          {runActions(run, now).map((action) => (
            <RunButton key={action} surface={surface} run={run} action={action} />
          ))}
        </div>
      </div>
      {run.state.name === 'in_flight' ? (
        <ProgressBar
          label={words.title}
          value={stage?.name === 'receiving' && stage.totalBytes ? stage.receivedBytes / stage.totalBytes : null}
        />
      ) : null}
      {failure ? <FailureDetails run={run} failure={failure} /> : null}
      <div role="status" className="sr-only">
        {spokenRun(run)}
      </div>
    </div>
  );
}

function failureOf({ state }: RunRecord): RunFailure | null {
  return state.name === 'failed' || state.name === 'retry_wait' || state.name === 'collectable' ? state.failure : null;
}

function isOutOfCredits(failure: RunFailure): boolean {
  return bucketOfFailure(failure) === 'insufficient_credits';
}

/** The router's own words as they came, and what a report needs. */
function FailureDetails({ run, failure }: { run: RunRecord; failure: RunFailure }) {
  const { detail, faults, status, rawBucket, requestId, upstreamStatus, upstreamDetail } = failure;
  const queued = run.state.name === 'collectable' ? run.state.queued : undefined;
  const code = [
    status > 0 ? String(status) : '',
    rawBucket ?? '',
    upstreamStatus === null ? '' : `provider ${upstreamStatus}`,
    requestId === null ? '' : `request ${requestId}`,
    queued === undefined ? '' : `queued as ${queued.requestId}`,
  ].filter(Boolean);
  const report = [`${run.modelId}: ${code.join(', ')}`, detail ?? '', upstreamDetail ?? '', `key ${run.key}`];
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      {status === 429 ? <SpendText failure={failure} /> : null}
      {detail ? <p className="break-words">{detail}</p> : null}
      {upstreamDetail ? <p className="break-words text-muted">Provider: {upstreamDetail}</p> : null}
      {faults.length > 0 ? (
        <ul className="flex flex-col gap-1">
          {faults.map((fault) => (
            <li key={`${fault.loc.join('/')} ${fault.type} ${fault.msg}`} className="break-words">
              <span className="font-mono text-xs text-muted">{fault.loc.join(' › ')}</span> {fault.msg}
            </li>
          ))}
        </ul>
      ) : null}
      {code.length > 0 ? (
        <div className="flex items-center gap-2">
          <p className="min-w-0 font-mono text-xs break-all text-muted">{code.join(', ')}</p>
          <Button
            tone="ghost"
            size="icon-sm"
            aria-label="Copy diagnostics"
            title="Copy diagnostics"
            onClick={() => void copyText(report.filter(Boolean).join('\n'), 'Report')}
          >
            <Copy aria-hidden />
          </Button>
        </div>
      ) : null}
    </div>
  );
}
