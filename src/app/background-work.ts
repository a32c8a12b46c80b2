import type { QueryClient } from '@tanstack/react-query';
import { ANNOTATION_KIND } from '@/domains/annotations/annotation-kind';
import { watchDraftChanges } from '@/domains/drafts/draft-changes';
import { DRAFT_KIND, noteAllDrafts } from '@/domains/drafts/draft-kind';
import { loadWriter } from '@/domains/annotations/job-annotations';
import { syncBatches } from '@/domains/batches/batch-sync';
import { keepRecordsInSync } from '@/domains/curated/keep-in-sync';
import { onRecordsChanged } from '@/domains/curated/records-channel';
import type { CuratedKindName } from '@/domains/curated/sync-records';
import { onGatewayStatus } from '@/domains/gateway/gateway-status';
import { resumeOutbox } from '@/domains/outbox/outbox';
import { markStale, type Change } from '@/api/live/stale-table';
import { LOCAL_SURFACE } from '@/api/surface';
import { onContentOrigin } from '@/api/surfaces/content-origins';
import { addContentOrigins } from '@/api/surfaces/change-surfaces';
import { moveStoredTemplates } from '@/domains/templates/saved-templates';
import { moveStoredStars } from '@/domains/annotations/file-marks';
import { moveStoredSnippets } from '@/shared/snippets/snippet-records';
import { followBuild } from './follow-build';

/** Queries of what other tabs and browsers change. Annotations are in no query, and drafts have a channel of their own. */
const STALE_AFTER_SYNC: Partial<Record<CuratedKindName, Change>> = {
  template: 'changeTemplates',
  snippet: 'changeSnippets',
  wildcard: 'changeWildcards',
  batch_plan: 'changeBatches',
  view: 'changeViews',
  file: 'changeFileMarks',
};

export function startBackgroundWork(queryClient: QueryClient): void {
  // Checks the submissions of an earlier page whose outcome is unknown.
  void resumeOutbox();
  void syncBatches().catch(() => {});
  void loadWriter().catch(() => {});
  void moveStoredTemplates().catch(() => {});
  void moveStoredSnippets().catch(() => {});
  void moveStoredStars().catch(() => {});
  void noteAllDrafts().catch(() => {});
  // The shell polls the status.
  keepRecordsInSync([ANNOTATION_KIND], DRAFT_KIND, (heard) =>
    onGatewayStatus(queryClient, (surface, { records }) => {
      if (records) heard(surface, records);
    }),
  );
  watchDraftChanges(() => void markStale(queryClient, LOCAL_SURFACE, 'changeDrafts'));
  onRecordsChanged((kind) => {
    const change = STALE_AFTER_SYNC[kind];
    if (change) void markStale(queryClient, LOCAL_SURFACE, change);
  });
  onContentOrigin((id, origins) => void addContentOrigins(queryClient, id, origins).catch(() => {}));
  // Without it the console is unavailable while the gateway is down.
  followBuild(queryClient);
}
