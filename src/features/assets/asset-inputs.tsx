import { useQuery } from '@tanstack/react-query';
import type { Job } from '@contract/jobs/schemas';
import type { Surface } from '@/api/surface';
import { jobQuery } from '@/domains/jobs/job-query';
import { jobWorkflowQuery } from '@/domains/jobs/job-workflow-query';
import { InputsView } from '@/shared/generation-inputs/inputs-view';
import { useGenerationInputs } from '@/shared/generation-inputs/use-generation-inputs';

export interface AssetInputsProps {
  surface: Surface;
  jobId: string;
}

/** What made the file, if the workflow of its job is known. */
export function AssetInputs({ surface, jobId }: AssetInputsProps) {
  const { data } = useQuery({ ...jobQuery(surface, jobId), staleTime: Infinity });
  return data ? <JobInputs surface={surface} job={data.job} /> : null;
}

function JobInputs({ surface, job }: { surface: Surface; job: Job }) {
  const { data } = useQuery({ ...jobWorkflowQuery(surface, job), retry: false });
  return data ? <WorkflowInputs surface={surface} text={data.text} /> : null;
}

function WorkflowInputs({ surface, text }: { surface: Surface; text: string }) {
  const read = useGenerationInputs(surface, text);
  if (!read) return null;
  return (
    <section aria-label="Inputs" className="border-t border-line pt-3">
      <InputsView read={read} />
    </section>
  );
}
