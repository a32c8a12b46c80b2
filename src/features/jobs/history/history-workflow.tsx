import { useQuery } from '@tanstack/react-query';
import { PencilLine, RotateCcw } from 'lucide-react';
import type { ListedJob } from '@contract/jobs/schemas';
import { historyWorkflowQuery } from '@/domains/history/history';
import type { Surface } from '@/api/surface';
import { Button } from '@/ui/button';
import { indentedJson } from '../tabs/indented-json';
import { shortId } from '../job/job-title';
import { SourceText } from '../tabs/source-text';
import { useJobActions } from '../actions/use-job-actions';

/** These actions open no dialog. */
const NO_DIALOGS = { open: () => {} };

/**
 * Workflow of an imported job: it can be viewed, opened, and rerun on this surface. Renders nothing if no file
 * contained it.
 */
export function HistoryWorkflow({ surface, job }: { surface: Surface; job: ListedJob }) {
  const { data: text } = useQuery(historyWorkflowQuery(surface, job.id));
  const { actionOf, isSubmitting } = useJobActions([{ surface, jobs: [job] }], NO_DIALOGS);
  if (!text) return null;
  const [rerun, edit] = [actionOf('run-again'), actionOf('edit')];
  return (
    <>
      <div className="flex flex-wrap gap-2 pt-3">
        <Button isBusy={isSubmitting} disabledReason={rerun.reason} onClick={rerun.run}>
          {isSubmitting ? null : <RotateCcw aria-hidden />}
          {rerun.label}
        </Button>
        <Button onClick={edit.run}>
          <PencilLine aria-hidden />
          {edit.label}
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
