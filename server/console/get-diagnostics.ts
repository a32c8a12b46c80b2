import type { WrittenDiagnostics } from '@contract/console/written-schemas';
import { isoTime } from '../clock';
import type { AppDeps } from '../deps';
import type { OperationHandler } from '../http/operation';
import { NO_STORE } from '../jobs/job-access';
import { createRedaction } from '../redaction';
import type { Catalog } from '../router/catalog/catalog';
import type { Webhook } from '../webhook/webhook';
import { statusBody, type StatusDeps } from './status';

const MAX_LOG_LINES = 200;

interface DiagnosticsDeps extends StatusDeps, Pick<AppDeps, 'clock' | 'diagnostics' | 'providerKeys'> {
  catalog: Pick<Catalog, 'current'>;
  webhookQueue: Pick<Webhook, 'secrets'>;
}

/**
 * `GET /console/diagnostics`: what a bug report says about this gateway. It passes the redaction of the log, which also knows the
 * credentials of the configured surfaces, the webhook and the model providers here.
 */
export const getDiagnostics =
  (deps: DiagnosticsDeps): OperationHandler =>
  async ({ caller }) => {
    const { owner } = caller;
    const { store, clock, diagnostics } = deps;
    const { outputs, uploads, trash, removed } = store.trash.usage(owner);
    const report: Omit<WrittenDiagnostics, 'status'> & { status: unknown } = {
      made_at: isoTime(clock.now()),
      version: deps.version ?? 'unknown',
      platform: diagnostics?.platform() ?? null,
      flags: [...(diagnostics?.flags ?? [])],
      status: await statusBody(deps, caller),
      counters: {
        jobs: store.jobs.countByStatus(),
        outputs,
        uploads,
        deleted: trash,
        removed,
        models: deps.catalog.current().ids.length,
      },
      log: diagnostics?.logLines().slice(-MAX_LOG_LINES) ?? [],
    };
    const ofSurfaces = deps.surfaces.read().surfaces.flatMap(({ credential }) => credential ?? []);
    const redacted = createRedaction([
      ...ofSurfaces,
      ...deps.webhookQueue.secrets(),
      ...(deps.providerKeys?.secrets() ?? []),
    ])(report);
    return Response.json(diagnostics?.redact(redacted) ?? redacted, { headers: NO_STORE });
  };
