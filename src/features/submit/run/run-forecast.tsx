import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { gatewayStatusQuery } from '@/domains/gateway/gateway-status';
import type { Surface } from '@/api/surface';
import { formatCount } from '@/lib/format';
import { ResumeQueueButton } from '@/shared/queue/resume-queue-button';

/** Expected outcome of a run that is started now. */
export function RunForecast({ surface }: { surface: Surface }) {
  const { data, isError } = useQuery(gatewayStatusQuery(surface));
  if (isError) {
    return (
      <span className="flex items-start gap-1.5 text-warn">
        <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
        {surface.name} is unreachable. Your run will be submitted once it is back.
      </span>
    );
  }
  if (!data) return null;
  if (!data.engine.isReady) {
    return (
      <span className="text-warn">
        {data.engine.waitingReason ?? 'The engine is not ready'}. Your run will wait in the queue.
      </span>
    );
  }
  if (data.queue?.state === 'paused') {
    return (
      <span>
        <span className="text-warn">Queue paused. Runs wait until you resume it.</span>{' '}
        <ResumeQueueButton surface={surface} />
      </span>
    );
  }
  const ahead = (data.jobs['queued'] ?? 0) + (data.jobs['running'] ?? 0) + (data.jobs['canceling'] ?? 0);
  return <span>{ahead === 0 ? 'Starts immediately' : `${formatCount(ahead, 'job')} ahead`}</span>;
}
