import { useQuery } from '@tanstack/react-query';
import { isApiError } from '@/api/api-error';
import { gatewayStatusQuery, type GatewayStatus } from '@/api/gateway-status';
import { LOCAL_SURFACE } from '@/api/surface';
import { classNames } from '@/lib/class-names';

interface Health {
  tone: 'ok' | 'warn' | 'bad' | 'unknown';
  text: string;
}

function healthOf(data: GatewayStatus | undefined, error: Error | null): Health {
  if (isApiError(error) && error.status === 401) return { tone: 'warn', text: 'Asks for its token' };
  if (error) return { tone: 'bad', text: 'Not answering' };
  if (!data) return { tone: 'unknown', text: 'Connecting…' };
  if (!data.engine.isReady) return { tone: 'warn', text: data.engine.waitingReason ?? 'The engine is not ready' };
  return { tone: 'ok', text: `${data.engine.label.split(',')[0]} · ${Math.max(1, Math.round(data.roundTripMs))} ms` };
}

const dots = { ok: 'bg-ok', warn: 'bg-warn', bad: 'bg-bad', unknown: 'bg-faint' };

/** Name and health of the surface in use. */
export function SurfaceHealth({ isCompact = false }: { isCompact?: boolean }) {
  const { data, error } = useQuery(gatewayStatusQuery(LOCAL_SURFACE));
  const health = healthOf(data, error);
  const dot = <span aria-hidden className={classNames('size-2 shrink-0 rounded-full', dots[health.tone])} />;
  if (isCompact) {
    return (
      <div className="flex h-14 items-center px-3" title={`${LOCAL_SURFACE.name}: ${health.text}`}>
        {dot}
        <span className="sr-only">
          {LOCAL_SURFACE.name}: {health.text}
        </span>
      </div>
    );
  }
  return (
    <div className="flex items-center gap-2.5 rounded-lg border border-line bg-raised px-2.5 py-2">
      {dot}
      <div className="min-w-0">
        <div className="truncate font-semibold">{LOCAL_SURFACE.name}</div>
        <div className="truncate text-sm text-muted" title={health.text}>
          {health.text}
        </div>
      </div>
    </div>
  );
}
