import { useQuery } from '@tanstack/react-query';
import { PencilLine, RotateCcw } from 'lucide-react';
import type { ListedJob } from '@contract/jobs/schemas';
import { historyWorkflowQuery } from '@/domains/history/history';
import type { Surface } from '@/api/surface';
import { Button } from '@/ui/button';
import { indentedJson } from '../tabs/indented-json';
import { jobTitle, shortId } from '../job-title';
import { SourceText } from '../tabs/source-text';
import { useRunAgain } from '../actions/use-run-again';

/**
 * Workflow of an imported job: it can be viewed, opened, and rerun on this surface. Renders nothing if no file
 * contained it.
 */
export function HistoryWorkflow({ surface, job }: { surface: Surface; job: ListedJob }) {
  const { data: text } = useQuery(historyWorkflowQuery(surface, job.id));
  const { isRunning, onRunAgain, onEdit } = useRunAgain(surface, job, jobTitle(job));
  if (!text) return null;
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
