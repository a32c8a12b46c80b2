import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ListedJob } from '@contract/jobs/schemas';
import { historyWorkflowQuery } from '@/domains/history/history';
import type { Surface } from '@/api/surface';
import { useLacksCapability } from '@/api/surfaces/capability-record';
import { openAsDraft, runAgain } from './run-again';

/** The actions "run again" and "open as draft" of a job; each opens the page of its result. */
export function useRunAgain(surface: Surface, job: Pick<ListedJob, 'id' | 'urls'>, title: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isRunning, setIsRunning] = useState(false);
  const onRunAgain = async () => {
    setIsRunning(true);
    const jobId = await runAgain(client, surface, job, title);
    setIsRunning(false);
    if (jobId) await navigate({ to: '/$surface/jobs/$jobId', params: { surface: surface.id, jobId } });
  };
  const onEdit = async () => {
    const draftId = await openAsDraft(client, surface, job, title);
    if (draftId) await navigate({ to: '/$surface/submit/$draftId', params: { surface: surface.id, draftId } });
  };
  // Workflows from imported files can be run even if the server does not return workflows.
  const lacksCapability = useLacksCapability(surface, 'workflow');
  const { data: text } = useQuery({ ...historyWorkflowQuery(surface, job.id), enabled: lacksCapability });
  return { isPossible: !lacksCapability || Boolean(text), isRunning, onRunAgain, onEdit };
}
