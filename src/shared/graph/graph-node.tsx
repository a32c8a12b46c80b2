import type { NodeProps } from '@xyflow/react';
import { memo, type ReactNode } from 'react';
import { classNames } from '@/lib/class-names';
import { formatDuration, formatInteger } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { ProgressBar } from '@/ui/progress-bar';
import type { FlowNode } from './flow-nodes';
import { valueLine, type ModelNode } from './graph-model';
import { stateOf, useGraphViewState, useIsZoomedOut, useModelNode } from './graph-view-state';
import { nodeStateText, nodeStyle, type NodeStyle } from './node-style';

export function GraphNode({ id }: NodeProps<FlowNode>) {
  const show = useGraphViewState();
  const isFar = useIsZoomedOut();
  const node = useModelNode(id);
  const state = stateOf(show, id);
  return node === null ? null : (
    <NodeBox
      node={node}
      state={state?.state ?? null}
      ms={state?.ms ?? null}
      step={state?.step ?? null}
      steps={state?.steps ?? null}
      problem={show.problems.get(id) ?? null}
      image={show.images.get(id) ?? null}
      isSelected={show.selectedId === id}
      isFar={isFar}
      color={show.colors.get(id) ?? null}
    />
  );
}

interface NodeBoxProps {
  node: ModelNode;
  state: string | null;
  ms: number | null;
  step: number | null;
  steps: number | null;
  problem: string | null;
  image: ReactNode;
  isSelected: boolean;
  isFar: boolean;
  color: string | null;
}

const NodeBox = memo(function NodeBox(props: NodeBoxProps) {
  const { state, problem, image, isSelected, isFar, color } = props;
  const look = state === null ? null : nodeStyle(state);
  const isBad = problem !== null || state === 'failed';
  return (
    <div
      aria-current={state === 'running' ? 'step' : undefined}
      data-selected={isSelected}
      className={classNames(
        'relative flex size-full flex-col rounded-lg border',
        isFar ? fills[isBad ? 'bad' : (look?.line ?? 'quiet')] : 'bg-panel',
        borderOf(state, isBad, isSelected),
        isSelected && 'outline-2 outline-text',
      )}
    >
      {/* The color of an author may be any, so no text is on it. */}
      {color === null ? null : (
        <div className="absolute inset-x-2 -top-px h-[3px] rounded-b-sm" style={{ backgroundColor: color }} />
      )}
      {state === null ? null : <span className="sr-only">{nodeStateText(state)}</span>}
      {isFar ? <div className="h-14 shrink-0" /> : <Detail {...props} look={look} />}
      {image ? <div className="min-h-24 flex-1 overflow-hidden rounded-b-lg border-t border-line">{image}</div> : null}
    </div>
  );
});

/** Zoomed out, a node is a box in the color of its state. */
const fills: Record<NodeStyle['line'], string> = {
  ok: 'bg-ok',
  accent: 'bg-accent',
  bad: 'bg-bad',
  quiet: 'bg-control',
};

function borderOf(state: string | null, isBad: boolean, isSelected: boolean): string {
  if (state === 'running') return 'border-accent ring-3 ring-accent-soft';
  if (isBad) return 'border-bad ring-3 ring-bad-soft';
  return isSelected ? 'border-text' : 'border-line hover:border-control';
}

/** Text of a node, shown if the zoom makes it readable. */
function Detail({ node, state, ms, step, steps, problem, look }: NodeBoxProps & { look: NodeStyle | null }) {
  return (
    <div className="flex h-14 shrink-0 flex-col px-2.5 pt-2">
      <div className="flex items-center gap-2">
        {look ? <span className={classNames('[&_svg]:size-4', look.tone)}>{look.icon}</span> : null}
        <span
          className={classNames('min-w-0 flex-1 truncate font-semibold', look?.isFaint && 'text-muted')}
          title={`${node.title} (${node.className})`}
        >
          {node.title}
        </span>
        <span className="max-w-16 truncate font-mono text-xs text-faint" title={t('Node {id}', { id: node.id })}>
          {node.id}
        </span>
      </div>
      {problem === null ? (
        <div className={classNames('flex gap-2 text-sm', look?.isFaint ? 'text-faint' : 'text-muted')}>
          <SecondLine node={node} state={state} ms={ms} step={step} steps={steps} />
        </div>
      ) : (
        <div className="truncate text-sm text-bad" title={problem}>
          {problem}
        </div>
      )}
      {state === 'running' ? (
        <ProgressBar
          value={step !== null && steps ? step / steps : null}
          label={t('Steps of {title}', { title: node.title })}
          className="absolute inset-x-2.5 top-12.5 h-[3px]"
        />
      ) : null}
    </div>
  );
}

/** Shorter times are not shown: they would be displayed as zero. */
const MIN_SHOWN_MS = 50;

/** The step of a running node, otherwise its values and run time. */
function SecondLine({ node, state, ms, step, steps }: Pick<NodeBoxProps, 'node' | 'state' | 'ms' | 'step' | 'steps'>) {
  if (state === 'running' && step !== null) {
    return (
      <span className="truncate">
        {steps ? `${formatInteger(step)} / ${formatInteger(steps)}` : t('step {step}', { step })}
      </span>
    );
  }
  const values = valueLine(node);
  return (
    <>
      <span className="min-w-0 flex-1 truncate" title={values}>
        {values}
      </span>
      {ms === null || ms < MIN_SHOWN_MS || state === 'cached' ? null : (
        <span className="shrink-0 text-faint">{formatDuration(ms)}</span>
      )}
      {state === 'cached' ? <span className="shrink-0 text-faint">{t('cached')}</span> : null}
    </>
  );
}
