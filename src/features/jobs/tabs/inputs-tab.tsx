import { getRouteApi } from '@tanstack/react-router';
import type { Job } from '@contract/jobs/schemas';
import type { Surface } from '@/api/surface';
import { LazyJobInputs } from '@/shared/generation-inputs/lazy-job-inputs';
import { useJobTitle } from '../job/job-title';

const route = getRouteApi('/$surface/jobs/$jobId');

/** What made this result; nodes lead to the graph. */
export function InputsTab({ surface, job }: { surface: Surface; job: Job }) {
  const title = useJobTitle(surface, job);
  const navigate = route.useNavigate();
  const onChooseNode = (node: string) =>
    void navigate({ search: (before) => ({ ...before, tab: 'graph', node }), replace: true });
  return <LazyJobInputs surface={surface} jobId={job.id} title={title} onChooseNode={onChooseNode} />;
}
