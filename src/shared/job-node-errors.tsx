import { PencilLine } from 'lucide-react';
import { useState } from 'react';
import type { JobError } from '@contract/jobs/schemas';
import { needsNodeId, nodeTitle, type ClassNames, type Graph } from '@contract/workflow/graph';
import { t } from '@/lib/i18n/messages';
import { listedNodeErrors, problemText } from '@/shared/node-problem-text';
import { Button } from '@/ui/button';

/** More are listed on demand: a workflow with a wrong model name may have a problem at each of its nodes. */
const FIRST_NODES = 5;

interface JobNodeErrorsProps {
  error: JobError;
  graph: Graph | null;
  classes: ClassNames | null | undefined;
  /** Opens the workflow in the editor at a node. */
  onEdit: (nodeId: string) => void;
}

/** Lists `node_errors` of a job that failed the engine's validation, each with a link to its node in the editor. */
export function JobNodeErrors({ error, graph, classes, onEdit }: JobNodeErrorsProps) {
  const [isWhole, setWhole] = useState(false);
  const entries = listedNodeErrors(error);
  if (entries.length === 0) return null;
  const shown = isWhole ? entries : entries.slice(0, FIRST_NODES);
  return (
    <>
      <ul aria-label={t('Problems by node')} className="mt-2 flex max-h-64 flex-col gap-1.5 overflow-auto">
        {shown.map(([nodeId, problems]) => {
          const node = graph?.get(nodeId);
          const name = node ? nodeTitle(node, classes) : t('Node');
          return (
            <li key={nodeId} className="flex flex-wrap items-start gap-x-3 gap-y-1">
              <div className="min-w-0 flex-1 basis-60">
                <span className="font-semibold">{name}</span>{' '}
                {needsNodeId(graph, nodeId, classes) ? (
                  <span className="font-mono text-sm text-muted">{t('node {nodeId}', { nodeId })}</span>
                ) : null}
                {problems.map((problem) => (
                  <p key={`${problem.field} ${problem.reason}`} className="break-words">
                    {problemText(problem)}
                  </p>
                ))}
              </div>
              {node ? (
                <Button
                  size="sm"
                  aria-label={t('Edit {name}, node {nodeId}', { name, nodeId })}
                  onClick={() => onEdit(nodeId)}
                >
                  <PencilLine aria-hidden />
                  {t('Edit')}
                </Button>
              ) : null}
            </li>
          );
        })}
      </ul>
      {entries.length > shown.length ? (
        <Button size="sm" tone="ghost" className="mt-1.5" onClick={() => setWhole(true)}>
          {t('Show {count} more', { count: entries.length - shown.length })}
        </Button>
      ) : null}
    </>
  );
}
