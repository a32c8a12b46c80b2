import { Link } from '@tanstack/react-router';
import type { EngineStatus } from '@/api/gateway-status';
import type { Surface } from '@/api/surface';
import { HealthDot } from '@/app/surfaces/health-dot';
import { DetailList, DetailRow, MemoryRows, Mono } from './detail-row';

const SHORT_ID = 8;

/** The engines of a gateway with several ComfyUI servers, in the order in which they get jobs. */
export function EngineList({ surface, engines }: { surface: Surface; engines: readonly EngineStatus[] }) {
  return (
    <ul className="flex flex-col gap-4">
      {engines.map((engine) => (
        <li key={engine.name} aria-label={engine.name} className="flex flex-col gap-1.5">
          <p className="flex items-center gap-2">
            <HealthDot tone={isConnected(engine) ? 'ok' : 'warn'} />
            <span className="min-w-0 truncate font-medium">{engine.name}</span>
            <span className="text-muted">{stateText(engine)}</span>
          </p>
          <DetailList>
            {engine.comfyui ? (
              <DetailRow name="URL">
                <Mono>{engine.comfyui.url}</Mono>
              </DetailRow>
            ) : null}
            {engine.comfyui?.version ? <DetailRow name="Version">{engine.comfyui.version}</DetailRow> : null}
            <DetailRow name="Running">
              {engine.jobs.length === 0 ? 'no job' : <JobLinks surface={surface} ids={engine.jobs} />}
            </DetailRow>
            <MemoryRows memory={engine.comfyui?.memory} />
          </DetailList>
        </li>
      ))}
    </ul>
  );
}

function JobLinks({ surface, ids }: { surface: Surface; ids: readonly string[] }) {
  return ids.map((id) => (
    <Link
      key={id}
      to="/$surface/jobs/$jobId"
      params={{ surface: surface.id, jobId: id }}
      className="rounded font-mono text-sm text-accent hover:underline"
    >
      {id.slice(0, SHORT_ID)}
    </Link>
  ));
}

function isConnected({ comfyui }: EngineStatus): boolean {
  return comfyui === null || comfyui.state === 'here';
}

function stateText(engine: EngineStatus): string {
  const { comfyui, state } = engine;
  if (state === 'draining') return 'Draining: finishes its job and gets no new ones';
  if (isConnected(engine)) return comfyui === null ? 'Built in' : 'Connected';
  return comfyui?.state === 'unknown' ? 'Connecting…' : 'Not connected';
}
