import { useQuery } from '@tanstack/react-query';
import { CircleAlert, GitCompareArrows } from 'lucide-react';
import { useMemo } from 'react';
import type { Job } from '@contract/jobs/schemas';
import { isApiError } from '@/api/api-error';
import { jobWorkflowQuery } from '@/domains/jobs/job-workflow-query';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { Skeleton } from '@/ui/skeleton';
import { jobSource } from '@/shared/dialog-requests/workflow-differences-request';
import { openDialog } from '@/shared/dialog-requests/dialogs';
import { indentedJson } from './indented-json';
import { jobTitleHere, shortId } from '../job/job-title';
import { SourceText } from './source-text';

/** The executed workflow. */
export function WorkflowTab({ surface, job }: { surface: Surface; job: Job }) {
  const { data, error, refetch } = useQuery(jobWorkflowQuery(surface, job));
  const text = useMemo(() => (data ? indentedJson(data.text) : ''), [data]);
  if (data) {
    return (
      <SourceText
        text={text}
        name={t('Workflow')}
        fileName={`workflow-${shortId(job.id)}.json`}
        actions={<CompareButton surface={surface} job={job} />}
      />
    );
  }
  if (!error) return <Skeleton className="m-5 min-h-40 flex-1" />;
  return (
    <EmptyState
      icon={<CircleAlert />}
      title={t('The workflow could not be read')}
      actions={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}
    >
      {isApiError(error) && error.status === 404 ? t('This server does not return workflows.') : error.message}
    </EmptyState>
  );
}

function CompareButton({ surface, job }: { surface: Surface; job: Job }) {
  const open = () => {
    const source = jobSource(surface, job.id, t('This job, {title}', { title: jobTitleHere(surface, job) }));
    openDialog('differences', { surface, sources: [source], before: null, after: source.key });
  };
  return (
    <Button tone="ghost" size="sm" onClick={open}>
      <GitCompareArrows aria-hidden />
      {t('Compare with…')}
    </Button>
  );
}
