import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Upload } from 'lucide-react';
import { useCallback } from 'react';
import { isApiError } from '@/api/api-error';
import { gatewayStatusQuery } from '@/api/gateway-status';
import { useCancelJob } from '@/api/jobs/cancel-job';
import type { JobReading } from '@/api/live/merge-job';
import { useLive } from '@/api/live/use-live';
import { PageHeader } from '@/shared/page-header';
import { showToast } from '@/shared/toasts';
import { useCurrentSurface } from '@/shared/use-current-surface';
import { usePageTitle } from '@/shared/use-page-title';
import { buttonClass } from '@/ui/button';
import { jobTitle } from './job-title';
import { JobsFailed, JobsLoading, JobsNotListed, NoJobs, NoMatchingJobs } from './jobs-pictures';
import { JobsList } from './jobs-list';
import { LivenessBadge } from './liveness-badge';
import { StaleBanner } from './stale-banner';
import { readStatusParam } from './status-filters';
import { StatusTabs } from './status-tabs';
import { useJobList } from './use-job-list';
import { useLiveness } from './use-liveness';

const route = getRouteApi('/$surface/jobs');

export function JobsPage() {
  const surface = useCurrentSurface();
  const statuses = readStatusParam(route.useSearch().status);
  const health = useLive(surface);
  const { head, rows, olderState, loadOlder, hasActive } = useJobList(surface, statuses);
  const liveness = useLiveness(head, health, hasActive);
  const counts = useQuery(gatewayStatusQuery(surface)).data?.jobs;
  usePageTitle('Jobs');

  const { mutate } = useCancelJob(surface);
  const onCancel = useCallback(
    ({ job }: JobReading) =>
      mutate(job, {
        onError: (error) =>
          showToast({
            tone: 'bad',
            title: `${jobTitle(job)} could not be canceled`,
            description: isApiError(error) ? error.message : 'The job goes on as before.',
          }),
      }),
    [mutate],
  );
  const retry = () => void head.refetch();

  return (
    <>
      <PageHeader
        title="Jobs"
        actions={
          <Link to="/$surface/submit" params={{ surface: surface.id }} className={buttonClass({ tone: 'primary' })}>
            <Upload aria-hidden />
            Submit
          </Link>
        }
      >
        {head.data ? <LivenessBadge liveness={liveness} /> : null}
      </PageHeader>
      <StatusTabs surface={surface} statuses={statuses} counts={counts} />
      <StaleBanner liveness={liveness} onRetry={retry} />
      {head.data === undefined ? (
        head.error ? (
          <JobsFailed error={head.error} onRetry={retry} />
        ) : (
          <JobsLoading />
        )
      ) : !head.data.isListed ? (
        <JobsNotListed />
      ) : rows.length > 0 ? (
        <JobsList
          key={statuses}
          surface={surface}
          rows={rows}
          olderState={olderState}
          onLoadOlder={() => void loadOlder()}
          onCancel={onCancel}
          isCutOff={head.data.isCutOff}
        />
      ) : statuses ? (
        <NoMatchingJobs surface={surface} statuses={statuses} />
      ) : (
        <NoJobs surface={surface} />
      )}
    </>
  );
}
