import type { MiddlewareHandler } from 'hono';
import type { AppDeps } from '../deps';
import type { AppEnv } from './env';

/** They change nothing. What they show may be ahead of the disk by one sync (decision 052). */
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Nothing is acknowledged before it is on disk: whatever a request that may write is answered, also that another one was
 * there before, waits for all commits so far. A disk that fails makes an error of it.
 */
export function acknowledgeWhenSynced({ store }: Pick<AppDeps, 'store'>): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next();
    if (READS.has(c.req.method) || c.get('isPassedOn')) return;
    try {
      await store.synced();
    } catch (error) {
      const { body } = c.res;
      // Else its headers, such as the cookie of a session, become those of the error.
      c.res = undefined;
      await body?.cancel();
      throw error;
    }
  };
}
