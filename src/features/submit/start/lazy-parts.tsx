import { lazyPart } from '@/ui/lazy-part';

const load = () => import('./deferred-parts');

export const DraftList = lazyPart(async () => (await load()).DraftList);
export const LinkedTemplate = lazyPart(async () => (await load()).LinkedTemplate);
export const TemplateList = lazyPart(async () => (await load()).TemplateList);
export const PasteDialog = lazyPart(async () => (await load()).PasteDialog);
export const QueueNotice = lazyPart(async () => (await load()).QueueNotice);
export const UnfinishedRuns = lazyPart(async () => (await load()).UnfinishedRuns);
