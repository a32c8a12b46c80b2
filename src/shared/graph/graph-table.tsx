import { useState, type ReactNode } from 'react';
import { formatDuration } from '@/lib/format';
import { classNames } from '@/lib/class-names';
import { t } from '@/lib/i18n/messages';
import { Trans } from '@/lib/i18n/trans';
import { Button } from '@/ui/button';
import type { GraphModel, ModelNode } from './graph-model';
import { stateOf, useGraphViewState } from './graph-view-state';
import { nodeStateText, nodeStyle } from './node-style';

const FIRST_ROWS = 500;

interface GraphTableProps {
  model: GraphModel;
  label: string;
  onSelectNode: ((id: string | null) => void) | undefined;
}

/** The graph as a table: every node in execution order, and its inputs. */
export function GraphTable({ model, label, onSelectNode }: GraphTableProps) {
  const [isWhole, setIsWhole] = useState(false);
  const { nodes } = model;
  const shown = isWhole ? nodes : nodes.slice(0, FIRST_ROWS);
  const hasStates = useGraphViewState().states !== null;
  return (
    <div className="min-h-0 flex-1 overflow-auto pb-14">
      <table className="w-full border-collapse text-left">
        <caption className="sr-only">{label}</caption>
        <thead className="sticky top-0 bg-canvas text-sm text-muted">
          <tr>
            {[t('Node'), t('Title'), ...(hasStates ? [t('State')] : []), t('Values'), t('Reads from')].map((name) => (
              <th key={name} scope="col" className="border-b border-line px-3 py-2 font-medium first:pl-5 last:pr-5">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((node) => (
            <NodeRow key={node.id} node={node} model={model} onSelectNode={onSelectNode} />
          ))}
        </tbody>
      </table>
      {shown.length < nodes.length ? (
        <Button className="m-5" onClick={() => setIsWhole(true)}>
          {t('Show all {count, plural, one {# node} other {# nodes}}', { count: nodes.length })}
        </Button>
      ) : null}
    </div>
  );
}

const CELL = 'border-b border-line px-3 py-2 align-top first:pl-5 last:pr-5';

const readNode = (content: ReactNode) => <span className="text-text">{content}</span>;

function NodeRow({ node, model, onSelectNode }: { node: ModelNode } & Omit<GraphTableProps, 'label'>) {
  const show = useGraphViewState();
  const state = stateOf(show, node.id);
  const look = state ? nodeStyle(state.state) : null;
  const problem = show.problems.get(node.id);
  const isSelected = show.selectedId === node.id;
  const titleOf = (id: string) => model.nodes[model.indexOf.get(id) ?? -1]?.title;
  return (
    <tr className={classNames(isSelected && 'bg-hover')} aria-current={state?.state === 'running' ? 'step' : undefined}>
      <td className={classNames(CELL, 'font-mono text-sm text-muted')}>{node.id}</td>
      <th scope="row" className={classNames(CELL, 'font-medium')}>
        {onSelectNode ? (
          <button
            type="button"
            aria-pressed={isSelected}
            className="text-left underline decoration-control underline-offset-3 hover:decoration-text"
            onClick={() => onSelectNode(isSelected ? null : node.id)}
          >
            {node.title}
          </button>
        ) : (
          node.title
        )}
        {node.title === node.className ? null : (
          <span className="block text-sm font-normal break-all text-muted">{node.className}</span>
        )}
        {problem ? <span className="block text-sm font-normal text-bad">{problem}</span> : null}
      </th>
      {state && look ? (
        <td className={classNames(CELL, 'whitespace-nowrap')}>
          <span className={classNames('flex items-center gap-1.5 [&_svg]:size-4', look.tone)}>
            {look.icon}
            {nodeStateText(state.state)}
            {state.step === null ? null : ` ${state.step}${state.steps ? ` / ${state.steps}` : ''}`}
          </span>
          {state.ms === null ? null : <span className="text-sm text-muted">{formatDuration(state.ms)}</span>}
        </td>
      ) : null}
      <td className={classNames(CELL, 'text-muted')}>
        {node.values.map(({ name, text }) => (
          <span key={name} className="block">
            {name} <span className="text-text">{text}</span>
          </span>
        ))}
      </td>
      <td className={classNames(CELL, 'text-muted')}>
        {node.inputs.map(({ name, from, isMissing }) => (
          <span key={name} className="block">
            <Trans
              text={
                isMissing
                  ? '{name} from <node>node {id}, which is missing</node>'
                  : '{name} from <node>{title} {id}</node>'
              }
              values={{
                name,
                id: from,
                title: titleOf(from),
                node: readNode,
              }}
            />
          </span>
        ))}
      </td>
    </tr>
  );
}
