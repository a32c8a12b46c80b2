import type { QueryClient } from '@tanstack/react-query';
import { loadWriter } from '@/domains/annotations/job-annotations';
import { resumeBatches } from '@/domains/batches/batches';
import { keepRecordsInSync } from '@/domains/curated/keep-in-sync';
import { resumeOutbox } from '@/domains/outbox/outbox';
import { onContentOrigin } from '@/api/surfaces/content-origins';
import { addContentOrigins } from '@/api/surfaces/change-surfaces';
import { followBuild } from './follow-build';

export function startBackgroundWork(queryClient: QueryClient): void {
  // Checks the submissions of an earlier page whose outcome is unknown.
  void resumeOutbox();
  void resumeBatches();
  void loadWriter().catch(() => {});
  keepRecordsInSync();
  onContentOrigin((id, origins) => void addContentOrigins(queryClient, id, origins).catch(() => {}));
  // Without it the console is unavailable while the gateway is down.
  followBuild(queryClient);
}
