import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import type { Output } from '@contract/jobs/schemas';
import { THUMB_NODE } from '@/domains/jobs/thumbnail-url';
import type { ShownJob } from '@/api/live/merge-job';
import type { Surface } from '@/api/surface';
import { nodeLinks, type Graph } from '@contract/workflow/graph';
import { t } from '@/lib/i18n/messages';
import { LazyGraphView } from '@/shared/graph/lazy-graph-view';
import { Timeline } from './details/timeline';
import { jobTitleHere } from '../job/job-title';
import { NodeDetails } from './node-details';
import { nodeStates } from '@/shared/graph/node-states';
import { outputKind } from '@/shared/files/output-kind';
import type { JobStart } from '@/domains/jobs/job-start';
import { StoredImage } from '@/shared/files/stored-image';

const route = getRouteApi('/$surface/jobs/$jobId');

interface GraphTabProps {
  surface: Surface;
  shown: ShownJob;
  graph: Graph;
  start: JobStart;
  onShowTable: () => void;
}

/** The executed workflow with live node states; below it, the selected node or the timeline. */
export function GraphTab({ surface, shown: { job }, graph, start, onShowTable }: GraphTabProps) {
  const chosenId = route.useSearch().node ?? null;
  const navigate = useNavigate({ from: '/$surface/jobs/$jobId' });
  const choose = (id: string | null) =>
    void navigate({ search: (before) => ({ ...before, tab: 'graph', node: id ?? undefined }), replace: true });
  const { rows, isEstimated } = nodeStates(job, graph, start);
  const states = new Map(rows.map((row) => [row.id, row]));
  const rooms = useMemo(() => endNodes(graph), [graph]);
  const problems = useMemo(() => {
    const { node_id: id, message, code } = job.error ?? {};
    return new Map(id ? [[id, message || code || 'failed']] : []);
  }, [job.error]);
  const chosen = chosenId === null ? undefined : graph.get(chosenId);
  return (
    <>
      {isEstimated ? (
        <p className="shrink-0 border-b border-line px-5 py-2 text-sm text-muted">
          {t('Estimated. This server does not report per-node status.')}
        </p>
      ) : null}
      <LazyGraphView
        graph={graph}
        label={t('Graph of {title}', { title: jobTitleHere(surface, job) })}
        states={states}
        images={nodeImages(surface, job.outputs ?? [])}
        imageRooms={rooms}
        problems={problems}
        selectedNodeId={chosen ? chosen.id : null}
        onSelectNode={choose}
        onShowTable={onShowTable}
        className="max-md:min-h-[min(60dvh,460px)]"
      />
      {chosen ? (
        <NodeDetails
          node={chosen}
          graph={graph}
          state={states.get(chosen.id) ?? null}
          problem={problems.get(chosen.id) ?? null}
          onChoose={choose}
        />
      ) : (
        <Timeline
          job={job}
          graph={graph}
          start={start}
          className="shrink-0 border-t border-line px-5 py-3 [@media(max-height:760px)]:hidden"
        />
      )}
    </>
  );
}

/** Returns the first image of each node. */
function nodeImages(surface: Surface, outputs: readonly Output[]): Map<string, ReactNode> {
  const images = new Map<string, ReactNode>();
  for (const output of outputs) {
    if (outputKind(output) !== 'image' || images.has(output.node_id)) continue;
    const image = { surface, source: output, side: THUMB_NODE };
    images.set(output.node_id, <StoredImage key={output.id} {...image} className="checkerboard object-cover" />);
  }
  return images;
}

/** Returns the ids of nodes whose outputs no node reads, which create the outputs of the job. */
function endNodes(graph: Graph): ReadonlySet<string> {
  const ends = new Set(graph.keys());
  for (const node of graph.values()) for (const { link } of nodeLinks(node)) ends.delete(link.nodeId);
  return ends;
}
