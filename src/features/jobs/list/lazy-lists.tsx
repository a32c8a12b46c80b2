import { lazyPart } from '@/ui/lazy-part';
import { JobsLoading } from './jobs-states';

const load = () => import('./other-lists');

export const AnnotatedList = lazyPart(async () => (await load()).AnnotatedList, { fallback: <JobsLoading /> });
export const SavedJobs = lazyPart(async () => (await load()).SavedJobs, { fallback: <JobsLoading /> });
export const HistoryList = lazyPart(async () => (await load()).HistoryList, { fallback: <JobsLoading /> });
