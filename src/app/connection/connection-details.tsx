import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import {
  gatewayStatusQuery,
  hasSeveralEngines,
  isComfyuiConnected,
  type GatewayStatus,
} from '@/domains/gateway/gateway-status';
import type { Surface } from '@/api/surface';
import { formatLatency } from '@/app/surfaces/health-of';
import { SurfaceDetails } from '@/app/surfaces/surface-details';
import { formatBytes, formatDateTime } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { Trans } from '@/lib/i18n/trans';
import { LazyConnectComfyui } from '@/shared/connect-comfyui/lazy-connect-comfyui';
import { closeDialog, openDialog } from '@/shared/dialog-requests/dialogs';
import { useShellSurface } from '@/shared/servers/use-current-surface';
import { Button } from '@/ui/button';
import { DetailList, DetailRow, formatFree, MemoryRows, Mono } from '../surfaces/detail-row';
import { EngineList } from './engine-list';
import { RemoveEngineButton } from './remove-engine-button';

const POLL_MS = 2000;

/** What this console is connected to, and how to connect a ComfyUI. */
export function ConnectionDetails() {
  const surface = useShellSurface();
  return surface.kind === 'gateway' ? <GatewayDetails surface={surface} /> : <SurfaceDetails surface={surface} />;
}

function GatewayDetails({ surface }: { surface: Surface }) {
  const { data, error } = useQuery({ ...gatewayStatusQuery(surface), refetchInterval: POLL_MS });
  return (
    <>
      {error ? (
        <p className="mb-3 text-warn">
          {data ? t('The gateway is unreachable; this is what it reported last.') : t('The gateway is unreachable.')}{' '}
          <Trans
            text="Start it with {command}, or in a clone with {cloneCommand}."
            values={{
              command: <code className="font-mono text-sm">flowdeck</code>,
              cloneCommand: <code className="font-mono text-sm">npm start</code>,
            }}
          />
        </p>
      ) : null}
      {data ? <Details surface={surface} status={data} /> : null}
    </>
  );
}

function Details({ surface, status }: { surface: Surface; status: GatewayStatus }) {
  const { engine, jobs, limits, memory, disk, backup } = status;
  const comfyui = engine.comfyui ?? null;
  const running = (jobs['running'] ?? 0) + (jobs['canceling'] ?? 0);
  const freeBytes = disk?.freeBytes ?? null;
  const engines = status.engines ?? [];
  const single = engines.find(({ comfyui: theirs }) => theirs !== null);
  return (
    <div className="flex flex-col gap-5 pt-1">
      <DetailList>
        <DetailRow name="URL">
          <Mono>{surface.remote?.jobs ?? surface.baseUrl}</Mono>
        </DetailRow>
        <DetailRow name="Flowdeck">{status.version}</DetailRow>
        <DetailRow name={t('Engine')}>{engine.label}</DetailRow>
        <DetailRow name={t('Queue')}>
          {t('{running, plural, one {# job} other {# jobs}} running, {queued} queued (limit {limit})', {
            running,
            queued: jobs['queued'] ?? 0,
            limit: limits.queueDepth,
          })}
        </DetailRow>
        <DetailRow name={t('Response time')}>{formatLatency(status.roundTripMs)}</DetailRow>
        {memory ? <DetailRow name={t('Memory')}>{formatFree(memory.freeBytes, memory.totalBytes)}</DetailRow> : null}
        {freeBytes === null ? null : (
          <DetailRow name={t('Disk')}>{t('{size} free', { size: formatBytes(freeBytes) })}</DetailRow>
        )}
        {backup ? (
          <DetailRow name={t('Last backup')}>
            {backup.madeAt === null ? t('none yet') : formatDateTime(backup.madeAt)}
          </DetailRow>
        ) : null}
      </DetailList>
      {status.config?.problem ? (
        <Problem
          title={t('The configuration file has mistakes')}
          advice={t('The previous configuration stays in use until they are fixed.')}
          text={status.config.problem}
        />
      ) : null}
      {backup?.problem ? (
        <Problem
          title={t('The last backup failed or is incomplete')}
          advice={t('Earlier backups are as they were. The gateway tries again.')}
          text={backup.problem}
        />
      ) : null}
      {hasSeveralEngines(status) || engines.some(({ state }) => state !== 'active') ? (
        <section aria-labelledby="connection-engines" className="flex flex-col gap-2.5">
          <h3 id="connection-engines" className="font-semibold">
            {t('Engines')}
          </h3>
          <EngineList surface={surface} engines={engines} />
          <ConnectAnother surface={surface} />
        </section>
      ) : (
        <section aria-labelledby="connection-comfyui" className="flex flex-col gap-2.5">
          <h3 id="connection-comfyui" className="font-semibold">
            ComfyUI
          </h3>
          {comfyui && isComfyuiConnected(status) ? (
            <>
              <DetailList>
                <DetailRow name="URL">
                  <Mono>{comfyui.url}</Mono>
                </DetailRow>
                <DetailRow name={t('Version')}>{comfyui.version ?? t('not reported')}</DetailRow>
                <MemoryRows memory={comfyui.memory} />
              </DetailList>
              <p>{t('Workflows run there. Drop one on any page, or start with a template.')}</p>
              <div className="flex flex-wrap gap-2">
                <Button size="sm" onClick={() => browseTemplates(surface)}>
                  {t('Browse templates')}
                </Button>
                {single ? (
                  <RemoveEngineButton kind="disconnect" surface={surface} name={single.name} url={comfyui.url} />
                ) : null}
              </div>
              <ConnectAnother surface={surface} />
            </>
          ) : (
            <LazyConnectComfyui surface={surface} comfyui={comfyui} />
          )}
        </section>
      )}
    </div>
  );
}

/** The dialog of the connection, if this is in it, gives way to that of the templates. */
function browseTemplates(surface: Surface): void {
  closeDialog('commands');
  openDialog('templates', { surface });
}

function ConnectAnother({ surface }: { surface: Surface }) {
  return (
    <details className="group">
      <summary className="flex w-fit cursor-pointer list-none items-center gap-1.5 rounded text-muted hover:text-text [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 shrink-0 transition-transform group-open:rotate-90" />
        {t('Connect another ComfyUI')}
      </summary>
      <div className="mt-3">
        <LazyConnectComfyui surface={surface} comfyui={null} />
      </div>
    </details>
  );
}

function Problem({ title, advice, text }: { title: string; advice: string; text: string }) {
  return (
    <div className="rounded-lg border border-warn bg-warn-soft px-3.5 py-3">
      <p className="font-semibold">{title}</p>
      <p>{advice}</p>
      <p className="mt-1.5 font-mono text-sm wrap-anywhere whitespace-pre-line">{text}</p>
    </div>
  );
}
