import { lazyPart } from '@/ui/lazy-part';
import { Skeleton } from '@/ui/skeleton';

/** With the viewers of outputs. The editor preloads it, so that the first preview does not wait for it. */
export const LazyResultView = lazyPart(async () => (await import('./result-view')).ResultView, {
  fallback: <Skeleton className="m-5 min-h-40 flex-1" />,
});
