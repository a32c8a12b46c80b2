import { useQuery } from '@tanstack/react-query';
import { CircleAlert, ClipboardCopy, FileQuestion, RefreshCw } from 'lucide-react';
import type { Job } from '@contract/jobs/schemas';
import { isApiError } from '@/api/api-error';
import type { Surface } from '@/api/surface';
import { a1111Text } from '@/domains/generation-inputs/a1111-text';
import { jobQuery } from '@/domains/jobs/job-query';
import { jobWorkflowQuery, type JobWorkflow } from '@/domains/jobs/job-workflow-query';
import { classNames } from '@/lib/class-names';
import { t } from '@/lib/i18n/messages';
import { copyText } from '@/shared/copy-text';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { InputsLoading } from './inputs-loading';
import { InputsView } from './inputs-view';
import { useFindValues } from './use-find-values';
import { useGenerationInputs } from './use-generation-inputs';
import { useReuse } from './use-reuse';

export interface JobInputsProps {
  surface: Surface;
  jobId: string;
  /** Title of a draft that is made of the inputs. */
  title: string;
  /** For a panel that scrolls as a whole, with other details: shown only if the inputs are known. */
  isBlock?: boolean;
  onChooseNode?: (id: string) => void;
}

/** What made the outputs of a job: prompts, main values, and what differs from the defaults. Each can be copied and reused. */
export function JobInputs({ surface, jobId, ...shown }: JobInputsProps) {
  const { data, error, refetch } = useQuery({ ...jobQuery(surface, jobId), staleTime: Infinity });
  if (data) return <OfJob surface={surface} job={data.job} {...shown} />;
  return <Missing error={error} isBlock={shown.isBlock} onRetry={() => void refetch()} />;
}

interface OfJobProps extends Omit<JobInputsProps, 'jobId'> {
  job: Job;
}

function OfJob(props: OfJobProps) {
  const { data, error, refetch } = useQuery(jobWorkflowQuery(props.surface, props.job));
  if (data) return <OfWorkflow {...props} workflow={data} />;
  return <Missing error={error} isBlock={props.isBlock} onRetry={() => void refetch()} />;
}

interface MissingProps {
  /** `null` while loading. */
  error: Error | null;
  isBlock: boolean | undefined;
  onRetry: () => void;
}

function Missing({ error, isBlock, onRetry }: MissingProps) {
  if (isBlock) return null;
  if (!error) return <InputsLoading />;
  const isUnsupported = isApiError(error) && (error.status === 404 || error.status === 501);
  return (
    <EmptyState
      icon={<CircleAlert />}
      title={isUnsupported ? t('Inputs not available') : t('The inputs could not be read')}
      actions={isUnsupported ? null : <Button onClick={onRetry}>{t('Try again')}</Button>}
    >
      {isUnsupported
        ? t('This server does not return workflows, and this browser has no record of this one.')
        : error.message}
    </EmptyState>
  );
}

function OfWorkflow({
  surface,
  job,
  title,
  isBlock = false,
  onChooseNode,
  workflow,
}: OfJobProps & { workflow: JobWorkflow }) {
  const read = useGenerationInputs(surface, workflow.text);
  const findValues = useFindValues();
  const reuseOf = useReuse();
  if (!read) {
    return isBlock ? null : (
      <EmptyState icon={<FileQuestion />} title={t('Inputs not available')}>
        {t('The server returned no workflow in the API format.')}
      </EmptyState>
    );
  }
  const { inputs, graph } = read;
  const reuse = reuseOf({ surface, job, title, graph });
  const hasText = inputs.positive.length + inputs.models.length > 0;
  return (
    <section
      aria-label={t('Inputs')}
      className={classNames('flex flex-col', isBlock ? 'gap-3 border-t border-line pt-3' : 'min-h-0 flex-1')}
    >
      <div className={isBlock ? undefined : 'min-h-0 flex-1 overflow-y-auto px-5 py-4'}>
        {workflow.isFromRecord ? (
          <p className="mb-4 text-sm text-muted">
            {t('This server did not return the workflow. These inputs are from the record of this browser.')}
          </p>
        ) : null}
        <InputsView read={read} reuse={reuse.values} find={findValues(surface)} onChooseNode={onChooseNode} />
      </div>
      <div
        className={classNames('flex shrink-0 flex-wrap gap-2', !isBlock && 'border-t border-line px-4 py-3 xl:px-5')}
      >
        <Button tone={isBlock ? 'plain' : 'primary'} onClick={() => void reuse.all()}>
          <RefreshCw aria-hidden />
          {reuse.isOpen ? t('Reuse all') : t('Reuse all in a draft')}
        </Button>
        {hasText ? (
          <Button onClick={() => void copyText(a1111Text(inputs), t('A1111 text'))}>
            <ClipboardCopy aria-hidden />
            {t('Copy as A1111 text')}
          </Button>
        ) : null}
      </div>
    </section>
  );
}
