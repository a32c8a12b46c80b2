import { lazyRouteComponent } from '@tanstack/react-router';
import { unreachableError } from '@/api/api-error';

/**
 * A page whose code comes on its first visit. Where a file is missing, a newer Flowdeck stands behind the address, and
 * the router answers by reloading the page. A gateway that is away must not be answered so: the reload would end in the
 * browser's own error page, and nothing would find back by itself.
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
  return fetch(location.origin, { method: 'HEAD' }).then(
    () => true,
    () => false,
  );
}
