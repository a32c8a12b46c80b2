import { useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ListedJob } from '@contract/jobs/schemas';
import type { Surface } from '@/api/surface';
import { useQueue } from '@/domains/gateway/use-queue';
import type { MenuItem } from '@/ui/overlay/menu';
import { moveJob } from './move-job';

const AT_ENGINE = 'An engine has this job already, so it cannot be moved.';

/** Returns the menu items that move a queued job; none if the job or its server has no such queue. */
export function useQueueMoves(
  surface: Surface,
  job: ListedJob,
  status: string,
): Readonly<Record<'front' | 'back', MenuItem>> | null {
  const client = useQueryClient();
  const queue = useQueue(surface);
  if (!queue || status !== 'queued') return null;
  const disabledReason = queue.atEngine?.includes(job.id) ? AT_ENGINE : null;
  const move = (place: 'front' | 'back') => () => void moveJob(client, surface, job, place);
  return {
    front: { label: 'Move to front', icon: <ArrowUp />, disabledReason, onSelect: move('front') },
    back: { label: 'Move to back', icon: <ArrowDown />, disabledReason, onSelect: move('back') },
  };
}
