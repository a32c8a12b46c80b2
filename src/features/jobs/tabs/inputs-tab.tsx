import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { CircleAlert, ClipboardCopy, FileQuestion, RefreshCw } from 'lucide-react';
import type { Job } from '@contract/jobs/schemas';
import type { Graph } from '@contract/workflow/graph';
import { isApiError } from '@/api/api-error';
import type { Surface } from '@/api/surface';
import { a1111Text } from '@/domains/generation-inputs/a1111-text';
import type { MainValue } from '@/domains/generation-inputs/generation-inputs';
import { jobWorkflowQuery, type JobWorkflow } from '@/domains/jobs/job-workflow-query';
import { copyText } from '@/shared/copy-text';
import { showToast } from '@/shared/feedback/toasts';
import { InputsView } from '@/shared/generation-inputs/inputs-view';
import { useGenerationInputs } from '@/shared/generation-inputs/use-generation-inputs';
import { valueText } from '@/shared/generation-inputs/value-text';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { InputsLoading } from './inputs-loading';
import { useJobTitle } from '../job/job-title';
import { openAsDraft } from '../job/run-again';
import { reuseSeed } from './reuse-seed';

const route = getRouteApi('/$surface/jobs/$jobId');

export interface InputsTabProps {
  surface: Surface;
  job: Job;
  graph: Graph | null;
}

/** What made this result: prompts, main values, and what differs from the defaults. */
export function InputsTab({ surface, job, graph }: InputsTabProps) {
  const { data, error, refetch } = useQuery(jobWorkflowQuery(surface, job));
  if (data) return <WorkflowInputs surface={surface} job={job} graph={graph} workflow={data} />;
  if (!error) return <InputsLoading />;
  const isUnsupported = isApiError(error) && (error.status === 404 || error.status === 501);
  return (
    <EmptyState
      icon={<CircleAlert />}
      title={isUnsupported ? 'Inputs not available' : 'The inputs could not be read'}
      actions={isUnsupported ? null : <Button onClick={() => void refetch()}>Try again</Button>}
    >
      {isUnsupported
        ? 'This server does not return workflows, and this browser has no record of this one.'
        : error.message}
    </EmptyState>
  );
}

function WorkflowInputs({ surface, job, graph, workflow }: InputsTabProps & { workflow: JobWorkflow }) {
  const read = useGenerationInputs(surface, workflow.text);
  const title = useJobTitle(surface, job);
  const client = useQueryClient();
  const navigate = useNavigate();
  const onEdit = async () => {
    const draftId = await openAsDraft(client, surface, job, title);
    if (draftId) await navigate({ to: '/$surface/submit/$draftId', params: { surface: surface.id, draftId } });
  };
  const navigateHere = route.useNavigate();
  if (!read) {
    return (
      <EmptyState icon={<FileQuestion />} title="Inputs not available">
        The server returned no workflow in the API format.
      </EmptyState>
    );
  }
  const { inputs } = read;
  const onReuseSeed = async (seed: MainValue) => {
    const draft = await reuseSeed(surface.id, graph?.get(seed.nodeId)?.classType ?? '', seed);
    if (!draft) return onEdit();
    showToast({ tone: 'ok', title: `Seed ${valueText(seed.value)} set`, description: `In the draft ${draft.title}.` });
    return navigate({
      to: '/$surface/submit/$draftId',
      params: { surface: surface.id, draftId: draft.id },
      search: { node: seed.nodeId },
    });
  };
  const onChooseNode = (node: string) =>
    void navigateHere({ search: (before) => ({ ...before, tab: 'graph', node }), replace: true });
  const hasText = inputs.positive.length + inputs.models.length > 0;
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">
        {workflow.isFromRecord ? (
          <p className="mb-4 text-sm text-muted">
            This server did not return the workflow. These inputs are from the record of this browser.
          </p>
        ) : null}
        <InputsView read={read} onChooseNode={onChooseNode} onReuseSeed={(seed) => void onReuseSeed(seed)} />
      </div>
      <div className="flex shrink-0 flex-wrap gap-2 border-t border-line px-4 py-3 xl:px-5">
        <Button tone="primary" onClick={() => void onEdit()}>
          <RefreshCw aria-hidden />
          Reuse all in a draft
        </Button>
        {hasText ? (
          <Button onClick={() => void copyText(a1111Text(inputs), 'A1111 text')}>
            <ClipboardCopy aria-hidden />
            Copy as A1111 text
          </Button>
        ) : null}
      </div>
    </>
  );
}
