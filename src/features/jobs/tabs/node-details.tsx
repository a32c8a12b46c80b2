import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { stringifyJson, type JsonValue } from '@contract/json/lossless';
import { asLink, nodeLinks, nodeTitle, type Graph, type GraphNode } from '@contract/workflow/graph';
import { classNames } from '@/lib/class-names';
import { formatDuration } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { Trans } from '@/lib/i18n/trans';
import { nodeStateText, nodeStyle, type GraphNodeState } from '@/shared/graph/node-style';
import { Button } from '@/ui/button';
import { formatStep } from '@/shared/job-text';

interface NodeDetailsProps {
  node: GraphNode;
  graph: Graph;
  /** `null` if it did not run. */
  state: GraphNodeState | null;
  problem: string | null;
  onChoose: (id: string | null) => void;
}

/** All inputs of one node, in full, with links to its neighbors. */
export function NodeDetails({ node, graph, state, problem, onChoose }: NodeDetailsProps) {
  const look = state ? nodeStyle(state.state) : null;
  const readers = [...graph.values()].filter((other) => nodeLinks(other).some(({ link }) => link.nodeId === node.id));
  const inputs = Object.entries(node.inputs);
  return (
    <section
      aria-label={t('Node {id}', { id: node.id })}
      className="max-h-[45%] shrink-0 overflow-y-auto border-t border-line px-5 py-3"
    >
      <div className="flex items-center gap-2">
        <h2 className="min-w-0 truncate font-semibold">{nodeTitle(node)}</h2>
        {node.title === null ? null : <span className="min-w-0 truncate text-muted">{node.classType}</span>}
        <span className="shrink-0 font-mono text-sm text-muted">{node.id}</span>
        <span className={classNames('ml-auto flex shrink-0 items-center gap-1.5 text-sm [&_svg]:size-4', look?.tone)}>
          {look?.icon}
          {state
            ? [nodeStateText(state.state), formatStep(state)].filter(Boolean).join(', ')
            : nodeStateText('not run')}
          {state && state.ms !== null ? <span className="text-muted">{formatDuration(state.ms)}</span> : null}
        </span>
        <Button
          tone="ghost"
          size="icon-sm"
          aria-label={t('Close the node')}
          title={t('Close')}
          onClick={() => onChoose(null)}
        >
          <X aria-hidden />
        </Button>
      </div>
      {problem ? <p className="mt-1 break-words whitespace-pre-wrap text-bad">{problem}</p> : null}
      <dl className="mt-2 grid grid-cols-[minmax(7rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-1">
        {inputs.map(([name, value]) => (
          <Row key={name} name={name}>
            <InputValue value={value} graph={graph} onChoose={onChoose} />
          </Row>
        ))}
        {readers.length > 0 ? (
          <Row name={t('Used by')}>
            <span className="flex flex-wrap gap-x-3">
              {readers.map((reader) => (
                <NodeLink key={reader.id} node={reader} onChoose={onChoose} />
              ))}
            </span>
          </Row>
        ) : null}
      </dl>
      {inputs.length === 0 && readers.length === 0 ? <p className="text-muted">{t('No inputs.')}</p> : null}
    </section>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="truncate text-muted" title={name}>
        {name}
      </dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

function InputValue({ value, graph, onChoose }: { value: JsonValue; graph: Graph; onChoose: (id: string) => void }) {
  const link = asLink(value);
  if (!link) {
    return (
      <span className="block max-h-40 overflow-y-auto break-words whitespace-pre-wrap">
        {typeof value === 'string' ? value : stringifyJson(value)}
      </span>
    );
  }
  const source = graph.get(link.nodeId);
  if (!source)
    return <span className="text-warn">{t('node {id}, which the workflow does not have', { id: link.nodeId })}</span>;
  return (
    <span className="text-muted">
      <Trans
        text="from {node}"
        values={{
          node: (
            <span className="text-text">
              <NodeLink node={source} onChoose={onChoose} />
            </span>
          ),
        }}
      />
    </span>
  );
}

function NodeLink({ node, onChoose }: { node: GraphNode; onChoose: (id: string) => void }) {
  return (
    <button
      type="button"
      className="max-w-full truncate rounded text-left underline decoration-control underline-offset-3 hover:decoration-text"
      onClick={() => onChoose(node.id)}
    >
      {nodeTitle(node)} <span className="font-mono text-sm text-muted">{node.id}</span>
    </button>
  );
}
