import { lazyPart } from '@/ui/lazy-part';

/** Needed only after a server rejected a request. */
export const LazyKeyForm = lazyPart(async () => (await import('./key-form')).KeyForm);
