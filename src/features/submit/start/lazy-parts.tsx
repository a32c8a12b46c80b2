import { lazyPart } from '@/ui/lazy-part';

const load = () => import('./deferred-parts');

export const DraftList = lazyPart(async () => (await load()).DraftList);
export const PasteDialog = lazyPart(async () => (await load()).PasteDialog);
export const UnfinishedRuns = lazyPart(async () => (await load()).UnfinishedRuns);
