import { lazyPart } from '@/ui/lazy-part';

/** Loads once a file of a job is selected. */
export const LazyAssetInputs = lazyPart(async () => (await import('./asset-inputs')).AssetInputs);
