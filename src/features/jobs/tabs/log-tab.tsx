import { useQuery } from '@tanstack/react-query';
import { ScrollText as Scroll } from 'lucide-react';

import { isActive } from '@contract/jobs/lifecycle';
import type { Job } from '@contract/jobs/schemas';
import { jobLogQuery } from '@/features/jobs/tabs/log/job-log-query';
import { useJobOverlay } from '@/api/live/live-store';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { Skeleton } from '@/ui/skeleton';
import { logToShow } from './log-model';
import { LogView } from './log/log-view';

/** Log of the run: untrusted, shown as plain text only. */
export function LogTab({ surface, job }: { surface: Surface; job: Job }) {
  const hasLink = job.urls.logs !== undefined;
  const { data, isError, error, refetch } = useQuery(jobLogQuery(surface, job));
  const lines = useJobOverlay(surface.id, job.id)?.log ?? [];
  const shown = logToShow({ hasLink, fetched: data, lines, isRunning: isActive(job.status) });

  if (shown.kind === 'text') {
    return <LogView job={job} text={shown.text} notice={shown.notice} isRunning={isActive(job.status)} />;
  }
  if (shown.kind === 'calm') {
    return (
      <EmptyState icon={<Scroll />} title={shown.title}>
        {shown.text}
      </EmptyState>
    );
  }
  if (isError) {
    return (
      <EmptyState
        icon={<Scroll />}
        title={t('The log could not be read')}
        actions={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}
      >
        {error.message}
      </EmptyState>
    );
  }
  return <LogWaiting />;
}

function LogWaiting() {
  return <Skeleton className="m-5 min-h-40 flex-1" />;
}
