import { lazyPart } from '@/ui/lazy-part';
import { InputsLoading } from './inputs-loading';

/** The job page opens with its outputs: the analysis of its inputs loads after the first paint. */
export const LazyInputsTab = lazyPart(async () => (await import('./inputs-tab')).InputsTab, {
  fallback: <InputsLoading />,
});
