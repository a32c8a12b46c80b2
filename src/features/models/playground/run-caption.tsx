import type { ReactNode } from 'react';
import { isActiveRun, type RunRecord } from '@/domains/model-calls/run-record';
import { useRunsView } from '@/domains/model-calls/runs-store';
import { formatDuration } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { Elapsed } from '@/shared/relative-time';
import { changesText } from '@/shared/result/run-change';
import { ResultCaption } from '@/shared/result/result-caption';
import { runChip, runDuration } from '../run/run-chips';
import { useRunChanges } from './run-changes';

interface RunCaptionProps {
  run: RunRecord;
  number: number;
  /** The run before it; `null` for the first one. */
  earlier: RunRecord | null;
  /** Ends an active run. */
  children: ReactNode;
}

/** One line below the result: the progress of an active run, else what the run was. */
export function RunCaption({ run, number, earlier, children }: RunCaptionProps) {
  const stage = useRunsView(({ stages }) => stages[run.id]);
  const changes = useRunChanges(run, earlier, true);
  const { word } = runChip(run);
  const changed = changes && changesText(changes);
  const duration = runDuration(run);
  const end =
    duration === null
      ? word
      : t('{status} in {duration}', { status: t('succeeded'), duration: formatDuration(duration) });
  const received = stage?.name === 'receiving' && stage.totalBytes ? stage.receivedBytes / stage.totalBytes : null;
  return (
    <ResultCaption
      number={number}
      state={STATES[run.state.name]}
      text={
        isActiveRun(run) ? (
          <>
            {word}, <Elapsed since={run.firstSentAt ?? run.createdAt} />
          </>
        ) : (
          [end, changed].filter(Boolean).join(' · ')
        )
      }
      hint={changed ?? undefined}
      progress={run.state.name === 'in_flight' ? received : undefined}
    >
      {children}
    </ResultCaption>
  );
}

/** As the states of jobs. */
const STATES: Readonly<Record<RunRecord['state']['name'], string>> = {
  pending: 'queued',
  in_flight: 'running',
  retry_wait: 'waiting',
  collectable: 'waiting',
  done: 'succeeded',
  failed: 'failed',
  not_sent: 'canceled',
  canceled: 'canceled',
};
