import { lazyRouteComponent } from '@tanstack/react-router';
import { unreachableError } from '@/api/api-error';
import { BASE_PATH } from '@/lib/host-kind';

/**
 * Returns a page whose code is loaded on its first visit. A missing file means that the gateway now serves a newer Flowdeck, and
 * the router reloads the page. An unreachable gateway must not cause a reload: that would end in the browser's own error page,
 * which never recovers by itself.
 */
export function pageComponent<Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent(
    () =>
      load().catch(async (error: unknown) => {
        throw (await isServed()) ? error : unreachableError(error);
      }),
    name,
  );
}

function isServed(): Promise<boolean> {
  return fetch(BASE_PATH, { method: 'HEAD' }).then(
    () => true,
    () => false,
  );
}
