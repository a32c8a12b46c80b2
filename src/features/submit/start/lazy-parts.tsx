import { lazyPart } from '@/ui/lazy-part';
import { homeParts } from './home-parts';
import { HomeSkeleton } from './home-section';

const load = () => import('./deferred-parts');

export const HomeSections = lazyPart(async () => (await load()).HomeSections, {
  fallback: ({ surface }) => <HomeSkeleton {...homeParts(surface.id).get()} />,
});
export const ComfyuiRow = lazyPart(async () => (await load()).ComfyuiRow);
export const LinkedTemplate = lazyPart(async () => (await load()).LinkedTemplate);
export const PasteDialog = lazyPart(async () => (await load()).PasteDialog);
export const QueueNotice = lazyPart(async () => (await load()).QueueNotice);
export const UnfinishedRuns = lazyPart(async () => (await load()).UnfinishedRuns);
