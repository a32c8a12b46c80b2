import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { Job } from '@contract/jobs/schemas';
import { ownKeys } from '@contract/typed-objects';
import type { Graph } from '@contract/workflow/graph';
import { useJobStart } from '@/domains/jobs/job-start';
import { jobWorkflowQuery } from '@/domains/jobs/job-workflow-query';
import type { ShownJob } from '@/api/live/merge-job';
import type { Surface } from '@/api/surface';
import { useLacksCapability } from '@/api/surfaces/capability-record';
import { useMediaQuery } from '@/lib/hooks/use-media-query';
import { msg, t, type Message } from '@/lib/i18n/messages';
import { GraphWaiting } from '@/shared/graph/lazy-graph-view';
import { useCommands } from '@/shared/commands/use-commands';
import { Tabs, type TabItem } from '@/ui/tabs';
import { DetailsTab } from '../tabs/details/details-tab';
import { GraphTab } from '../tabs/graph-tab';
import { InputsTab } from '../tabs/inputs-tab';
import { LogTab } from '../tabs/log-tab';
import { NodesTab } from '../tabs/nodes-tab';
import { SourceText } from '../tabs/source-text';
import { TWO_COLUMNS } from '../list/two-columns';
import { WorkflowTab } from '../tabs/workflow-tab';

const route = getRouteApi('/$surface/jobs/$jobId');

const TABS = [
  { value: 'inputs', label: msg('Inputs') },
  { value: 'graph', label: msg('Graph') },
  { value: 'log', label: msg('Log') },
  { value: 'details', label: msg('Details') },
] as const;

/** What the `tab` of a URL shows: the list of nodes is a view of the graph, source texts are views of the details. */
const VIEWS = {
  inputs: 'inputs',
  graph: 'graph',
  nodes: 'graph',
  log: 'log',
  details: 'details',
  workflow: 'details',
  json: 'details',
} as const;
type ViewName = keyof typeof VIEWS;

const DETAIL_VIEWS = [
  { value: 'details', label: msg('Summary') },
  { value: 'workflow', label: msg('Workflow') },
  { value: 'json', label: msg('JSON') },
] as const;

interface JobTabsProps {
  surface: Surface;
  /** As last fetched. */
  job: Job;
  shown: ShownJob;
  graph: Graph | null;
}

export function JobTabs({ surface, job, shown, graph }: JobTabsProps) {
  const isWide = useMediaQuery(TWO_COLUMNS);
  const { data: workflow, isPending } = useQuery(jobWorkflowQuery(surface, job));
  const { tab: requested, node, output: outputId } = route.useSearch();
  const views = useOfferedViews(surface, job, workflow !== undefined || isPending);
  const start = useJobStart(surface, shown.job);
  // A link to a node is one to the graph.
  const initial = node === undefined ? 'inputs' : 'graph';
  const view = requested !== undefined && views.includes(requested) ? requested : initial;
  const tab = VIEWS[view];
  // For a single node, a list is as informative, and small screens have no room for a graph.
  const graphView = isWide && (isPending || (graph?.size ?? 0) > 1) ? 'graph' : 'nodes';
  const navigate = useNavigate({ from: '/$surface/jobs/$jobId' });
  const show = (next: ViewName) => void navigate({ search: (before) => ({ ...before, tab: next }), replace: true });
  const choose = (value: string) => {
    const known = TABS.find((item) => item.value === value)?.value ?? 'inputs';
    show(known === 'graph' ? graphView : known);
  };
  useCommands(Object.fromEntries(views.map((name) => [`tab-${name}`, { run: () => show(name) }])));
  const offered = (items: readonly { value: ViewName; label: Message }[]): TabItem[] =>
    items.filter(({ value }) => views.includes(value)).map(({ value, label }) => ({ value, label: t(label) }));
  return (
    <Tabs label={t('About this job')} value={tab} tabs={offered(TABS)} onValueChange={choose} className="min-w-0">
      {tab === 'inputs' ? <InputsTab surface={surface} job={job} /> : null}
      {view === 'graph' && graph ? (
        <GraphTab surface={surface} shown={shown} graph={graph} start={start} onShowTable={() => show('nodes')} />
      ) : null}
      {view === 'graph' && !graph && isPending ? <GraphWaiting /> : null}
      {view === 'nodes' || (view === 'graph' && !graph && !isPending) ? (
        <NodesTab job={shown.job} graph={graph} start={start} onShowGraph={() => show('graph')} />
      ) : null}
      {tab === 'log' ? <LogTab surface={surface} job={job} /> : null}
      {tab === 'details' ? (
        <Tabs
          label={t('View of the details')}
          look="segments"
          value={view}
          tabs={offered(DETAIL_VIEWS)}
          onValueChange={(value) => show(DETAIL_VIEWS.find((item) => item.value === value)?.value ?? 'details')}
        >
          {view === 'details' ? (
            <DetailsTab surface={surface} job={shown.job} graph={graph} currentOutputId={outputId} />
          ) : null}
          {view === 'workflow' ? <WorkflowTab surface={surface} job={job} /> : null}
          {view === 'json' ? (
            <SourceText text={JSON.stringify(job, null, 2)} name={t('Job')} fileName={`job-${job.id}.json`} />
          ) : null}
        </Tabs>
      ) : null}
    </Tabs>
  );
}

/** Omits views of data that the server lacks; Details lists these. */
function useOfferedViews(surface: Surface, { urls }: Job, mayHaveWorkflow: boolean): ViewName[] {
  const hasNoLogs = useLacksCapability(surface, 'logs');
  const hasNoWorkflows = useLacksCapability(surface, 'workflow');
  return ownKeys<ViewName>(VIEWS).filter((name) => {
    if (name === 'log') return !hasNoLogs || urls.logs !== undefined;
    return name !== 'workflow' || mayHaveWorkflow || !hasNoWorkflows;
  });
}
