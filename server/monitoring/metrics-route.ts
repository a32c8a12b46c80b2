import type { Context, Hono } from 'hono';
import { admit } from '../http/gate';
import type { CredentialDeps } from '../http/credentials';
import type { AppEnv } from '../http/env';
import type { Metrics } from '../metrics';
import { readGatewayState, type StateDeps } from './gateway-state';

/**
 * `GET /metrics`: what the gateway counts, for Prometheus (docs/metrics.md). It needs the token like the APIs, unless the owner opens
 * it; host names and pages are checked in either case.
 */
export function mountMetrics(app: Hono<AppEnv>, metrics: Metrics, deps: StateDeps & CredentialDeps): void {
  app.get('/metrics', async (c: Context<AppEnv>) => {
    admit(c.req.raw, deps, { open: deps.settings.openMetrics });
    const { contentType, text } = await metrics.expose(await readGatewayState(deps), c.req.header('accept') ?? null);
    return new Response(text, { headers: { 'content-type': contentType, 'cache-control': 'no-store' } });
  });
}
