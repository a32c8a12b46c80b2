import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Job } from '@contract/jobs/schemas';
import { nodeTitle, readWorkflow } from '@contract/workflow/graph';
import { jobQuery } from '@/domains/jobs/job-query';
import { jobWorkflowQuery } from '@/domains/jobs/job-workflow-query';
import { LABEL_TITLE } from '@/domains/job-record/job-labels';
import type { Surface } from '@/api/surface';

interface MakerLinkProps {
  surface: Surface;
  jobId: string;
  /** Title in the asset list. */
  title: string | undefined;
}

/** Links to the job, with its title if known. */
export function MakerLink({ surface, jobId, title }: MakerLinkProps) {
  const { data } = useQuery({ ...jobQuery(surface, jobId), staleTime: Infinity });
  return (
    <Link
      to="/$surface/jobs/$jobId"
      params={{ surface: surface.id, jobId }}
      className="rounded underline decoration-control underline-offset-3 hover:decoration-text"
    >
      {title ?? (data?.job.metadata?.[LABEL_TITLE]?.trim() || `job ${jobId.slice(0, 8)}`)}
    </Link>
  );
}

/** Id of the node, after its title if the workflow of its job can be read. */
export function NodeName({ surface, jobId, nodeId }: { surface: Surface; jobId: string; nodeId: string }) {
  const { data } = useQuery({ ...jobQuery(surface, jobId), staleTime: Infinity });
  return (
    <>
      {data ? <NodeTitle surface={surface} job={data.job} nodeId={nodeId} /> : null}
      <span className="font-mono text-sm text-muted">{nodeId}</span>
    </>
  );
}

function NodeTitle({ surface, job, nodeId }: { surface: Surface; job: Job; nodeId: string }) {
  const { data } = useQuery({ ...jobWorkflowQuery(surface, job), retry: false });
  const result = data ? readWorkflow(data.text) : null;
  const node = result?.ok ? result.graph.get(nodeId) : undefined;
  return node ? `${nodeTitle(node)} ` : null;
}
