import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { PencilLine, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { ListedJob } from '@contract/jobs/schemas';
import { rememberedWorkflowQuery } from '@/api/storage/history';
import type { Surface } from '@/api/surface';
import { Button } from '@/ui/button';
import { indentedJson } from './indented-json';
import { jobTitle, shortId } from './job-title';
import { openAsDraft, runAgain } from './run-again';
import { SourceText } from './source-text';

/** What an imported job ran: to look at, to open, to run once more on this surface. Nothing where no file brought it. */
export function RememberedWorkflow({ surface, job }: { surface: Surface; job: ListedJob }) {
  const { data: text } = useQuery(rememberedWorkflowQuery(surface, job.id));
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isRunning, setIsRunning] = useState(false);
  if (!text) return null;
  const title = jobTitle(job);
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
  return (
    <>
      <div className="flex flex-wrap gap-2 pt-3">
        <Button isBusy={isRunning} onClick={() => void onRunAgain()}>
          {isRunning ? null : <RotateCcw aria-hidden />}
          Run again
        </Button>
        <Button onClick={() => void onEdit()}>
          <PencilLine aria-hidden />
          Edit and run
        </Button>
      </div>
      <details className="pt-2">
        <summary className="w-fit cursor-pointer rounded text-muted hover:text-text">Its workflow and values</summary>
        <div className="flex h-72 flex-col">
          <SourceText text={indentedJson(text)} name="Workflow" fileName={`workflow-${shortId(job.id)}.json`} />
        </div>
      </details>
    </>
  );
}
