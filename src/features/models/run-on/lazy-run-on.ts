import { lazyDialog } from '@/ui/overlay/lazy-dialog';

export const LazyRunElsewhere = lazyDialog(async () => (await import('./run-on-models')).RunElsewhere);
export const LazyRunOnDialog = lazyDialog(async () => (await import('./run-on-dialog')).RunOnDialog);
