import { Check, CircleHelp, CircleSlash, CircleStop, Clock, LoaderCircle, Workflow, X, Zap } from 'lucide-react';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ListedJob } from '@contract/jobs/schemas';
import type { Graph } from '@contract/workflow/graph';
import type { JobStart } from '@/domains/jobs/job-start';
import { classNames } from '@/lib/class-names';
import { formatDuration } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { ProgressBar } from '@/ui/progress-bar';
import { formatStep } from '@/shared/job-text';
import { nodeStates, type NodeRow, type NodeStateName } from '@/shared/graph/node-states';
import { nodeStateText } from '@/shared/graph/node-style';
import { NodeDetails } from './node-details';

const looks: Record<NodeStateName, { icon: ReactNode; tone: string }> = {
  waiting: { icon: <Clock aria-hidden />, tone: 'text-muted' },
  'not run': { icon: <CircleSlash aria-hidden />, tone: 'text-muted' },
  stopped: { icon: <CircleStop aria-hidden />, tone: 'text-warn' },
  cached: { icon: <Zap aria-hidden />, tone: 'text-muted' },
  running: { icon: <LoaderCircle aria-hidden className="animate-spin" />, tone: 'text-accent' },
  done: { icon: <Check aria-hidden />, tone: 'text-ok' },
  failed: { icon: <X aria-hidden />, tone: 'text-bad' },
  unknown: { icon: <CircleHelp aria-hidden />, tone: 'text-muted' },
};

const route = getRouteApi('/$surface/jobs/$jobId');

interface NodesTabProps {
  job: ListedJob;
  graph: Graph | null;
  start: JobStart;
  onShowGraph: () => void;
}

/** Every node in execution order, with its state; below it, the selected node. */
export function NodesTab({ job, graph, start, onShowGraph }: NodesTabProps) {
  const { rows, isEstimated } = nodeStates(job, graph, start);
  const { node: chosenId } = route.useSearch();
  const navigate = route.useNavigate();
  const choose = (id: string | null) =>
    void navigate({ search: (before) => ({ ...before, tab: 'nodes', node: id ?? undefined }), replace: true });
  if (rows.length === 0) {
    return <p className="p-5 text-muted">{t('Nodes unavailable: this server does not return the workflow.')}</p>;
  }
  const chosen = chosenId === undefined ? undefined : graph?.get(chosenId);
  const { node_id: failedId, message, code } = job.error ?? {};
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {isEstimated ? (
          <p className="border-b border-line px-5 py-2 text-sm text-muted">
            {t('Estimated. This server does not report per-node status.')}
          </p>
        ) : null}
        <ol aria-label={t('Nodes in order of execution')}>
          {rows.map((row) => (
            <NodeItem
              key={row.id}
              row={row}
              isChosen={row.id === chosen?.id}
              onChoose={graph?.has(row.id) ? () => choose(row.id === chosen?.id ? null : row.id) : null}
            />
          ))}
        </ol>
        {graph ? (
          <div className="sticky bottom-3 mx-3 my-3 w-fit rounded-md border border-line bg-panel p-0.5">
            <Button tone="ghost" size="sm" onClick={onShowGraph}>
              <Workflow aria-hidden />
              {t('As graph')}
            </Button>
          </div>
        ) : null}
      </div>
      {graph && chosen ? (
        <NodeDetails
          node={chosen}
          graph={graph}
          state={rows.find(({ id }) => id === chosen.id) ?? null}
          problem={failedId === chosen.id ? message || code || t('failed') : null}
          onChoose={choose}
        />
      ) : null}
    </>
  );
}

interface NodeItemProps {
  row: NodeRow;
  isChosen: boolean;
  /** `null` if nothing is known of its inputs. */
  onChoose: (() => void) | null;
}

function NodeItem({ row, isChosen, onChoose }: NodeItemProps) {
  // A server may report other states.
  const look = looks[row.state as NodeStateName] ?? { icon: <CircleHelp aria-hidden />, tone: 'text-muted' };
  const steps = formatStep(row);
  const titleClass = classNames(
    'min-w-0 truncate text-left',
    row.state === 'waiting' || row.state === 'not run' ? 'text-muted' : 'font-medium',
  );
  return (
    <li
      className={classNames(
        'relative border-b border-line px-5 py-2',
        isChosen ? 'bg-hover' : onChoose && 'hover:bg-hover',
      )}
      aria-current={row.state === 'running' ? 'step' : undefined}
    >
      <div className="flex items-center gap-2.5">
        <span className={classNames('[&_svg]:size-4', look.tone)}>{look.icon}</span>
        {onChoose ? (
          <button
            type="button"
            aria-pressed={isChosen}
            // The whole row can be pressed.
            className={classNames(titleClass, 'after:absolute after:inset-0')}
            title={row.title}
            onClick={onChoose}
          >
            {row.title}
          </button>
        ) : (
          <span className={titleClass} title={row.title}>
            {row.title}
          </span>
        )}
        {row.className && row.className !== row.title ? (
          <span className="min-w-0 truncate text-sm text-faint max-sm:hidden">{row.className}</span>
        ) : null}
        <span className="ml-auto flex shrink-0 items-baseline gap-3 text-sm text-muted">
          {steps ? <span>{steps}</span> : null}
          <span className={look.tone}>{nodeStateText(row.state)}</span>
          {row.ms === null ? null : <span className="w-14 text-right">{formatDuration(row.ms)}</span>}
          <span className="w-8 truncate text-right font-mono text-xs text-faint" title={t('Node {id}', { id: row.id })}>
            {row.id}
          </span>
        </span>
      </div>
      {row.step !== null && row.steps !== null && row.steps > 0 ? (
        <ProgressBar
          value={row.step / row.steps}
          label={t('Steps of {title}', { title: row.title })}
          className="mt-1.5 ml-6.5"
        />
      ) : null}
    </li>
  );
}
