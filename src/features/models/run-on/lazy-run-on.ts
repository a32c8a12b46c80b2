import { lazyDialog } from '@/ui/overlay/lazy-dialog';

export const LazyRunOnModels = lazyDialog(async () => (await import('./run-on-models')).RunOnModels);
export const LazyRunOnDialog = lazyDialog(async () => (await import('./run-on-dialog')).RunOnDialog);
