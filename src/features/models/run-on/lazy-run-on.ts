import { lazyDialog } from '@/ui/overlay/lazy-dialog';

export const LazyRunElsewhere = lazyDialog(async () => (await import('./run-elsewhere')).RunElsewhere);
export const LazyRunOnDialog = lazyDialog(async () => (await import('./run-on-dialog')).RunOnDialog);
