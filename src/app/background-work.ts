import type { QueryClient } from '@tanstack/react-query';
import { resumeBatches } from '@/domains/batches/batches';
import { resumeOutbox } from '@/domains/outbox/outbox';
import { followBuild } from './follow-build';

export function startBackgroundWork(queryClient: QueryClient): void {
  // Checks the submissions of an earlier page whose outcome is unknown.
  void resumeOutbox();
  void resumeBatches();
  // Without it the console is unavailable while the gateway is down.
  followBuild(queryClient);
}
