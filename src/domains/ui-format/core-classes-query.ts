import { queryOptions } from '@tanstack/react-query';
import { loadCoreClasses } from './load-core-classes';

/** Query of the classes that come with ComfyUI, bundled with the console; `null` if the download fails. */
export const coreClassesQuery = queryOptions({
  queryKey: ['core-classes'],
  queryFn: loadCoreClasses,
  staleTime: Infinity,
  retry: false,
});
