import { lazyPart } from '@/ui/lazy-part';
import { InputsLoading } from './inputs-loading';

/** Pages open with their outputs: the analysis of the inputs loads after the first paint. */
export const LazyJobInputs = lazyPart(async () => (await import('./job-inputs')).JobInputs, {
  fallback: ({ isBlock }) => (isBlock ? null : <InputsLoading />),
});
