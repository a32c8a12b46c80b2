import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { Job } from '@contract/jobs/schemas';
import type { Graph } from '@contract/workflow/graph';
import { jobWorkflowQuery } from '@/domains/jobs/job-workflow-query';
import type { ShownJob } from '@/api/live/merge-job';
import type { Surface } from '@/api/surface';
import { useLacksCapability } from '@/api/surfaces/capability-record';
import { useMediaQuery } from '@/lib/hooks/use-media-query';
import { GraphWaiting } from '@/shared/graph/lazy-graph-view';
import { useCommands } from '@/shared/commands/use-commands';
import { Tabs, type TabItem } from '@/ui/tabs';
import { DetailsTab } from '../tabs/details/details-tab';
import { GraphTab } from '../tabs/graph-tab';
import { LogTab } from '../tabs/log-tab';
import { NodesTab } from '../tabs/nodes-tab';
import { SourceText } from '../tabs/source-text';
import { TWO_COLUMNS } from '../list/two-columns';
import { WorkflowTab } from '../tabs/workflow-tab';

const route = getRouteApi('/$surface/jobs/$jobId');

const TABS = [
  { value: 'graph', label: 'Graph' },
  { value: 'nodes', label: 'Nodes' },
  { value: 'log', label: 'Log' },
  { value: 'workflow', label: 'Workflow' },
  { value: 'details', label: 'Details' },
  { value: 'json', label: 'JSON' },
] as const satisfies readonly TabItem[];

interface JobTabsProps {
  surface: Surface;
  /** As last fetched. */
  job: Job;
  shown: ShownJob;
  graph: Graph | null;
}

export function JobTabs({ surface, job, shown, graph }: JobTabsProps) {
  const isWide = useMediaQuery(TWO_COLUMNS);
  const { isPending } = useQuery(jobWorkflowQuery(surface, job));
  // For a single node, a list is as informative, and small screens have no room for a graph.
  const ownTab = isWide && (isPending || (graph?.size ?? 0) > 1) ? 'graph' : 'nodes';
  const { tab: requested, output: outputId } = route.useSearch();
  const tabs = useOfferedTabs(surface, job);
  const tab = requested !== undefined && tabs.some(({ value }) => value === requested) ? requested : ownTab;
  const navigate = useNavigate({ from: '/$surface/jobs/$jobId' });
  const choose = (value: string) => {
    const known = TABS.find((item) => item.value === value)?.value;
    void navigate({
      search: (before) => ({ ...before, tab: known === ownTab ? undefined : known }),
      replace: true,
    });
  };
  useCommands(Object.fromEntries(tabs.map(({ value }) => [`tab-${value}`, { run: () => choose(value) }])));
  return (
    <Tabs label="About this job" value={tab} tabs={tabs} onValueChange={choose} className="min-w-0">
      {tab === 'graph' && graph ? <GraphTab surface={surface} shown={shown} graph={graph} /> : null}
      {tab === 'graph' && !graph && isPending ? <GraphWaiting /> : null}
      {tab === 'nodes' || (tab === 'graph' && !graph && !isPending) ? <NodesTab job={shown.job} graph={graph} /> : null}
      {tab === 'log' ? <LogTab surface={surface} job={job} /> : null}
      {tab === 'workflow' ? <WorkflowTab surface={surface} job={job} /> : null}
      {tab === 'details' ? (
        <DetailsTab surface={surface} job={shown.job} graph={graph} currentOutputId={outputId} />
      ) : null}
      {tab === 'json' ? (
        <SourceText text={JSON.stringify(job, null, 2)} name="Job" fileName={`job-${job.id}.json`} />
      ) : null}
    </Tabs>
  );
}

/** Omits tabs for data that the server lacks; Details lists these. */
function useOfferedTabs(surface: Surface, { urls }: Job) {
  const hasNoLogs = useLacksCapability(surface, 'logs');
  const hasNoWorkflows = useLacksCapability(surface, 'workflow');
  return TABS.filter(({ value }) => {
    if (value === 'log') return !hasNoLogs || urls.logs !== undefined;
    return value !== 'workflow' || !hasNoWorkflows;
  });
}
