import { JobsPage } from '@/features/jobs/jobs-page';
import { lazyPart } from '@/ui/lazy-part';

export { awaitFirstResponses } from '@/features/jobs/jobs-page';

const BatchesTab = lazyPart(async () => (await import('@/features/batches/list/batch-list')).BatchList);

/** The jobs, and the batches as a tab of them. */
export function JobsAndBatchesPage() {
  return <JobsPage BatchesTab={BatchesTab} />;
}
