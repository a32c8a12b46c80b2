import { Check, CircleHelp, CircleSlash, Clock, LoaderCircle, X, Zap } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ListedJob } from '@contract/jobs/schemas';
import type { Graph } from '@contract/workflow/graph';
import { classNames } from '@/lib/class-names';
import { formatDuration } from '@/lib/format';
import { ProgressBar } from '@/ui/progress-bar';
import { formatStep } from '@/shared/job-text';
import { nodeStates, type NodeRow, type NodeStateName } from './node-states';

const looks: Record<NodeStateName, { icon: ReactNode; tone: string }> = {
  waiting: { icon: <Clock aria-hidden />, tone: 'text-muted' },
  'not run': { icon: <CircleSlash aria-hidden />, tone: 'text-muted' },
  cached: { icon: <Zap aria-hidden />, tone: 'text-muted' },
  running: { icon: <LoaderCircle aria-hidden className="animate-spin" />, tone: 'text-accent' },
  done: { icon: <Check aria-hidden />, tone: 'text-ok' },
  failed: { icon: <X aria-hidden />, tone: 'text-bad' },
};

/** Every node in execution order, with its state. */
export function NodesTab({ job, graph }: { job: ListedJob; graph: Graph | null }) {
  const { rows, isEstimated } = nodeStates(job, graph);
  if (rows.length === 0) {
    return <p className="p-5 text-muted">Nodes unavailable: this server does not return the workflow.</p>;
  }
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      {isEstimated ? (
        <p className="border-b border-line px-5 py-2 text-sm text-muted">
          Estimated. This server does not report per-node status.
        </p>
      ) : null}
      <ol aria-label="Nodes in order of execution">
        {rows.map((row) => (
          <NodeItem key={row.id} row={row} />
        ))}
      </ol>
    </div>
  );
}

function NodeItem({ row }: { row: NodeRow }) {
  // A server may report other states.
  const look = looks[row.state as NodeStateName] ?? { icon: <CircleHelp aria-hidden />, tone: 'text-muted' };
  const steps = formatStep(row);
  return (
    <li className="border-b border-line px-5 py-2" aria-current={row.state === 'running' ? 'step' : undefined}>
      <div className="flex items-center gap-2.5">
        <span className={classNames('[&_svg]:size-4', look.tone)}>{look.icon}</span>
        <span
          className={classNames(
            'min-w-0 truncate',
            row.state === 'waiting' || row.state === 'not run' ? 'text-muted' : 'font-medium',
          )}
          title={row.title}
        >
          {row.title}
        </span>
        {row.className && row.className !== row.title ? (
          <span className="min-w-0 truncate text-sm text-faint max-sm:hidden">{row.className}</span>
        ) : null}
        <span className="ml-auto flex shrink-0 items-baseline gap-3 text-sm text-muted">
          {steps ? <span>{steps}</span> : null}
          <span className={look.tone}>{row.state}</span>
          {row.ms === null ? null : <span className="w-14 text-right">{formatDuration(row.ms)}</span>}
          <span className="w-8 truncate text-right font-mono text-xs text-faint" title={`Node ${row.id}`}>
            {row.id}
          </span>
        </span>
      </div>
      {row.step !== null && row.steps !== null && row.steps > 0 ? (
        <ProgressBar value={row.step / row.steps} label={`Steps of ${row.title}`} className="mt-1.5 ml-6.5" />
      ) : null}
    </li>
  );
}
