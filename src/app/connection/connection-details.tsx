import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { gatewayStatusQuery, isComfyuiConnected, type GatewayStatus } from '@/api/gateway-status';
import type { Surface } from '@/api/surface';
import { SurfaceFacts } from '@/app/surfaces/surface-facts';
import { formatBytes, formatCount } from '@/lib/format';
import { ConnectComfyui } from '@/shared/connect-comfyui';
import { useShellSurface } from '@/shared/use-current-surface';

const POLL_MS = 2000;

/** What this console is connected to, and how to connect a ComfyUI. */
export function ConnectionDetails() {
  const surface = useShellSurface();
  return surface.kind === 'gateway' ? <GatewayDetails surface={surface} /> : <SurfaceFacts surface={surface} />;
}

function GatewayDetails({ surface }: { surface: Surface }) {
  const { data, error } = useQuery({ ...gatewayStatusQuery(surface), refetchInterval: POLL_MS });
  return (
    <>
      {error ? (
        <p className="mb-3 text-warn">
          The gateway is unreachable{data ? '; this is what it reported last' : ''}. Start it with{' '}
          <code className="font-mono text-sm">npm start</code>.
        </p>
      ) : null}
      {data ? <Details surface={surface} status={data} /> : null}
    </>
  );
}

function Details({ surface, status }: { surface: Surface; status: GatewayStatus }) {
  const { engine, jobs, limits, memory, disk } = status;
  const comfyui = engine.comfyui ?? null;
  const running = (jobs['running'] ?? 0) + (jobs['canceling'] ?? 0);
  const freeBytes = disk?.freeBytes ?? null;
  return (
    <div className="flex flex-col gap-5 pt-1">
      <dl className="grid grid-cols-[max-content_1fr] gap-x-6 gap-y-2">
        <Row name="URL">
          <Mono>{surface.remote?.jobs ?? surface.baseUrl}</Mono>
        </Row>
        <Row name="Flowdeck">{status.version}</Row>
        <Row name="Engine">{engine.label}</Row>
        <Row name="Queue">
          {`${formatCount(running, 'job')} running, ${jobs['queued'] ?? 0} queued (limit ${limits.queueDepth})`}
        </Row>
        {memory ? <Row name="Memory">{free(memory.freeBytes, memory.totalBytes)}</Row> : null}
        {freeBytes === null ? null : <Row name="Disk">{`${formatBytes(freeBytes)} free`}</Row>}
      </dl>
      <section aria-labelledby="connection-comfyui" className="flex flex-col gap-2.5">
        <h3 id="connection-comfyui" className="font-semibold">
          ComfyUI
        </h3>
        {comfyui && isComfyuiConnected(status) ? (
          <dl className="grid grid-cols-[max-content_1fr] gap-x-6 gap-y-2">
            <Row name="URL">
              <Mono>{comfyui.url}</Mono>
            </Row>
            <Row name="Version">{comfyui.version ?? 'not reported'}</Row>
            {comfyui.memory ? (
              <Row name="Memory">{free(comfyui.memory.freeBytes, comfyui.memory.totalBytes)}</Row>
            ) : null}
            {comfyui.memory?.devices.map((device) => (
              <Row key={device.name} name={device.name}>
                {free(device.freeBytes, device.totalBytes)}
              </Row>
            ))}
          </dl>
        ) : (
          <ConnectComfyui surface={surface} comfyui={comfyui} />
        )}
      </section>
    </div>
  );
}

function free(freeBytes: number | null | undefined, totalBytes: number | null | undefined): string {
  if (typeof freeBytes !== 'number') return 'not reported';
  return `${formatBytes(freeBytes)} free${typeof totalBytes === 'number' ? ` of ${formatBytes(totalBytes)}` : ''}`;
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="max-w-48 truncate text-muted" title={name}>
        {name}
      </dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}

function Mono({ children }: { children: ReactNode }) {
  return <span className="font-mono text-sm">{children}</span>;
}
