import type { MiddlewareHandler } from 'hono';
import type { AppDeps } from '../deps';
import type { AppEnv } from './env';

/** Read-only methods. Their responses may be ahead of the disk by one sync (decision 052). */
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Acknowledges nothing before it is on disk. Every response to a request that may write waits for all commits so far, including the
 * response that an earlier request won. A failing disk turns the response into an error.
 */
export function acknowledgeWhenSynced({ store }: Pick<AppDeps, 'store'>): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next();
    if (READS.has(c.req.method) || c.get('isPassedOn')) return;
    try {
      await store.synced();
    } catch (error) {
      const { body } = c.res;
      // Otherwise the old headers, such as a session cookie, would be merged into the error response.
      c.res = undefined;
      await body?.cancel();
      throw error;
    }
  };
}
