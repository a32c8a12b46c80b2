import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PencilLine, Workflow } from 'lucide-react';
import { useMemo } from 'react';
import { readNodeErrors } from '@contract/jobs/node-errors';
import type { JobError, ListedJob } from '@contract/jobs/schemas';
import { needsNodeId, nodeTitle, type Graph } from '@contract/workflow/graph';
import type { Surface } from '@/api/surface';
import { fieldKey } from '@/domains/drafts/field-key';
import { definitionsQuery } from '@/domains/node-definitions-query';
import { andList } from '@/lib/i18n/word-lists';
import { t } from '@/lib/i18n/messages';
import { errorAdvice, expiredTokenAdvice } from '@/shared/error-hints';
import { listedNodeErrors } from '@/shared/node-problem-text';
import { JobNodeErrors } from '@/shared/job-node-errors';
import { ResultFailure } from '@/shared/result/result-failure';
import { Button, buttonClass } from '@/ui/button';
import { isOnlyInGraph } from '../draft/focus-field';
import { isModelFileList } from '../draft/model-file-list';
import { useEditor, useSession } from '../draft/session/session-context';
import { nearestFiles } from '../model-files/nearest-files';

interface RunFailureProps {
  surface: Surface;
  job: ListedJob;
  error: JobError;
  /** The workflow that failed; `null` if it is unknown. */
  graph: Graph | null;
  /** Shows a node of the draft in the form, or in the graph if it has no inputs. */
  onShowNode: (nodeId: string) => void;
}

/** Why the run failed and what to do about it. All text of the server is shown as plain text. */
export function RunFailure({ surface, job, error, graph, onShowNode }: RunFailureProps) {
  const node = error.node_id ? graph?.get(error.node_id) : undefined;
  const place = useEditor((state) => {
    if (!node || !state.graph.has(node.id)) return null;
    return isOnlyInGraph(state, node.id) ? 'graph' : 'form';
  });
  const { data: classes } = useQuery(definitionsQuery(surface));
  const title = node ? nodeTitle(node, classes) : error.class_type;
  const missing = useMissingFile(surface, error, graph);
  const advice = missing
    ? missingFileAdvice(missing)
    : [errorAdvice(error), expiredTokenAdvice(job, error)].filter(Boolean).join(' ');
  const isListed = missing === null && listedNodeErrors(error).length > 0;
  return (
    <ResultFailure
      title={
        <>
          {title ? t('{title} failed', { title }) : t('The run failed')}{' '}
          {error.node_id && needsNodeId(graph, error.node_id, classes) ? (
            <span className="font-mono text-sm font-normal text-muted">
              {t('node {nodeId}', { nodeId: error.node_id })}
            </span>
          ) : null}
        </>
      }
      actions={
        <>
          {/* The list has a button for each node. */}
          {node && place && !isListed ? (
            <Button size="sm" onClick={() => onShowNode(node.id)}>
              {place === 'form' ? <PencilLine aria-hidden /> : <Workflow aria-hidden />}
              {place === 'form' ? t('Show its inputs') : t('Show in graph')}
            </Button>
          ) : null}
          <Link
            to="/$surface/jobs/$jobId"
            params={{ surface: surface.id, jobId: job.id }}
            className={buttonClass({ size: 'sm' })}
          >
            {t('Open log and report')}
          </Link>
        </>
      }
    >
      <p className="mt-1 max-h-40 overflow-auto break-words whitespace-pre-wrap">
        {missing
          ? t('{name} is not among the files of this server.', { name: missing.name })
          : error.message || error.code}
      </p>
      {advice === '' ? null : <p className="mt-1 text-muted">{advice}</p>}
      {isListed ? <JobNodeErrors error={error} graph={graph} classes={classes} onEdit={onShowNode} /> : null}
    </ResultFailure>
  );
}

interface MissingFile {
  name: string;
  similar: readonly string[];
}

/** Returns the model file for which alone the server rejected the run; `null` without one, and if the server has it by now. */
function useMissingFile(surface: Surface, error: JobError, graph: Graph | null): MissingFile | null {
  const { surface: own } = useSession();
  const problems = Object.entries(readNodeErrors(error)).flatMap(([nodeId, list]) =>
    list.map(({ field, reason }) => ({ nodeId, field, reason })),
  );
  const [problem] = problems;
  const isOfFile = problems.length === 1 && problem?.reason.endsWith('not_in_list') === true;
  const spec = useEditor(({ form }) =>
    isOfFile ? (form.fields.get(fieldKey(problem.nodeId, problem.field))?.spec ?? null) : null,
  );
  // The form lists the files of the draft's server.
  const value = isOfFile && surface.id === own.id ? graph?.get(problem.nodeId)?.inputs[problem.field] : undefined;
  const name = typeof value === 'string' && isModelFileList(spec) ? value : null;
  return useMemo(() => {
    const files = (spec?.options ?? []).map(String);
    return name === null || files.includes(name) ? null : { name, similar: nearestFiles(name, files) };
  }, [name, spec]);
}

function missingFileAdvice({ similar }: MissingFile): string {
  return similar.length === 0
    ? t('Choose another file in the inputs of this node, then run again.')
    : t('Similar files: {names}. Choose one in the inputs of this node, then run again.', { names: andList(similar) });
}
