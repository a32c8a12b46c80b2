import { ArrowLeftRight, Copy } from 'lucide-react';
import { useMemo, useState } from 'react';
import {
  countRenumbered,
  diffWorkflows,
  filterDifferences,
  type DifferenceFilter,
  type NodeDifference,
} from '@/domains/workflow-differences/diff-workflows';
import { differencesText } from '@/domains/workflow-differences/differences-text';
import { msg, t, type Message } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { Field } from '@/ui/input/field';
import { LazySelect } from '@/ui/input/lazy-select';
import { SegmentedControl } from '@/ui/input/segmented-control';
import { Dialog } from '@/ui/overlay/dialog';
import { Skeleton } from '@/ui/skeleton';
import { copyText } from '../copy-text';
import type { WorkflowDifferencesRequest } from '../dialog-requests/workflow-differences-request';
import { NodeDifferences } from './node-differences';
import { useSourceGraph, useWorkflowSources } from './use-workflow-sources';

interface WorkflowDifferencesDialogProps {
  request: WorkflowDifferencesRequest;
  onClose: () => void;
}

const FILTERS: readonly { value: DifferenceFilter; label: Message }[] = [
  { value: 'all', label: msg('All') },
  { value: 'values', label: msg('Values') },
  { value: 'structure', label: msg('Structure') },
];

/** More nodes take seconds to render. */
const MAX_SHOWN = 300;

/** Shows the differences between two workflows, each of which can be replaced by a draft or a job. */
export function WorkflowDifferencesDialog({ request, onClose }: WorkflowDifferencesDialogProps) {
  const sources = useWorkflowSources(request.surface, request.sources);
  const [{ before, after }, setKeys] = useState({ before: request.before, after: request.after });
  const [filter, setFilter] = useState<DifferenceFilter>('all');
  const find = (key: string | null) => sources.find((source) => source.key === key) ?? null;
  const [left, right] = [find(before), find(after)];
  const [old, next] = [useSourceGraph(request.surface, left), useSourceGraph(request.surface, right)];
  const differences = useMemo(
    () => (old.graph && next.graph ? diffWorkflows(old.graph, next.graph) : null),
    [old.graph, next.graph],
  );
  const shown = useMemo(() => filterDifferences(differences?.nodes ?? [], filter), [differences, filter]);
  const problem = old.problem ?? next.problem;
  const options = sources.map(({ key, label }) => ({ value: key, label }));
  const choice = (side: 'before' | 'after', label: string, value: string | null) => (
    <Field label={label}>
      {(control) => (
        <LazySelect
          {...control}
          value={value}
          options={options}
          placeholder={t('Choose a draft or a job')}
          onValueChange={(key) => setKeys((keys) => ({ ...keys, [side]: key }))}
        />
      )}
    </Field>
  );
  return (
    <Dialog isOpen onOpenChange={onClose} title={t('Workflow differences')} description={null} size="lg">
      <div className="-mx-4 -mb-4 flex h-[calc(100dvh-120px)] max-h-[760px] min-h-0 flex-col">
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2 px-4 pb-3 sm:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]">
          {choice('before', t('Before'), before)}
          <Button
            size="icon"
            tone="ghost"
            aria-label={t('Swap the workflows')}
            title={t('Swap')}
            onClick={() => setKeys({ before: after, after: before })}
          >
            <ArrowLeftRight aria-hidden />
          </Button>
          {choice('after', t('After'), after)}
        </div>
        <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-2 border-y border-line px-4 py-1.5">
          <SegmentedControl
            aria-label={t('Kinds of differences')}
            value={filter}
            options={FILTERS.map(({ value, label }) => ({ value, label: t(label) }))}
            onValueChange={(value) => setFilter(FILTERS.find((one) => one.value === value)?.value ?? 'all')}
          />
          <p role="status" className="min-w-0 flex-1 text-sm text-muted max-sm:order-last max-sm:basis-full">
            {differences ? countText(shown, filter) : null}
            {differences && countRenumbered(differences) > 0 ? (
              <span className="text-faint">
                {' · '}
                {t('{count, plural, one {# node} other {# nodes}} with other ids', {
                  count: countRenumbered(differences),
                })}
              </span>
            ) : null}
          </p>
          <Button
            tone="ghost"
            size="sm"
            className="max-sm:ml-auto"
            disabledReason={shown.length === 0 ? t('No differences to copy') : null}
            onClick={() => {
              if (!differences || !left || !right) return;
              const names = { before: left.label, after: right.label };
              void copyText(differencesText(differences, shown, names), t('Differences'));
            }}
          >
            <Copy aria-hidden />
            {t('Copy as text')}
          </Button>
        </div>
        <section
          aria-label={t('Differences by node')}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
          tabIndex={0}
          className="min-h-0 flex-1 overflow-y-auto px-4 py-3 focus-visible:outline-offset-[-2px]"
        >
          {problem !== null ? <p className="text-bad">{problem}</p> : null}
          {problem === null && (left === null || right === null) ? (
            <p className="py-10 text-center text-muted">{t('Choose two workflows to compare.')}</p>
          ) : null}
          {problem === null && left !== null && right !== null && !differences ? <Skeleton className="h-32" /> : null}
          {differences && shown.length === 0 ? (
            <p className="py-10 text-center text-muted">
              {differences.nodes.length === 0
                ? t('These workflows have the same nodes, links and values.')
                : filter === 'values'
                  ? t('No differences in values.')
                  : t('No differences in structure.')}
            </p>
          ) : null}
          {differences ? (
            <ul className="flex flex-col gap-3">
              {shown.slice(0, MAX_SHOWN).map((node) => (
                <NodeDifferences key={nodeKey(node)} node={node} differences={differences} />
              ))}
            </ul>
          ) : null}
          {shown.length > MAX_SHOWN ? (
            <p className="pt-3 text-center text-muted">
              {t('and {count, plural, one {# more node} other {# more nodes}}; copy as text for all of them', {
                count: shown.length - MAX_SHOWN,
              })}
            </p>
          ) : null}
        </section>
      </div>
    </Dialog>
  );
}

function nodeKey(node: NodeDifference): string {
  return `${node.kind} ${node.kind === 'removed' ? node.before.id : node.after.id}`;
}

function countText(nodes: readonly NodeDifference[], filter: DifferenceFilter): string {
  if (nodes.length === 0) return filter === 'all' ? t('No differences') : t('None of this kind');
  const parts = (['changed', 'added', 'removed'] as const).flatMap((kind) => {
    const count = nodes.filter((node) => node.kind === kind).length;
    return count === 0
      ? []
      : t('{kind, select, changed {{count} changed} added {{count} added} other {{count} removed}}', { kind, count });
  });
  return t('{count, plural, one {# node} other {# nodes}}: {parts}', { count: nodes.length, parts: parts.join(', ') });
}
