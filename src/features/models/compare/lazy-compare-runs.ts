import { lazyDialog } from '@/ui/overlay/lazy-dialog';

export const LazyCompareRuns = lazyDialog(async () => (await import('./compare-runs')).CompareRuns);
