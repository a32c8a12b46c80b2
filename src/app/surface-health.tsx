import { useQuery } from '@tanstack/react-query';
import { gatewayStatusQuery } from '@/api/gateway-status';
import { LOCAL_SURFACE } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { openCommandView } from './commands/command-store';
import { healthOf, type Health } from './health-of';

const dots = { ok: 'bg-ok', warn: 'bg-warn', bad: 'bg-bad', unknown: 'bg-faint' };

export function HealthDot({ tone, className }: { tone: Health['tone']; className?: string }) {
  return (
    <span
      aria-hidden
      className={classNames('size-2 shrink-0 rounded-full forced-color-adjust-none', dots[tone], className)}
    />
  );
}

/** Name and health of the server in use; opens what there is to know about the connection. */
export function SurfaceHealth() {
  const { data, error } = useQuery(gatewayStatusQuery(LOCAL_SURFACE));
  const health = healthOf(data, error);
  return (
    <button
      type="button"
      className="flex items-center gap-2.5 rounded-lg border border-line bg-raised px-2.5 py-2 text-left hover:border-control hover:bg-hover"
      onClick={() => openCommandView('connection')}
    >
      <HealthDot tone={health.tone} />
      <span className="min-w-0">
        <span className="block truncate font-semibold">{LOCAL_SURFACE.name}</span>
        <span className="block truncate text-sm text-muted" title={health.text}>
          {health.text}
        </span>
      </span>
    </button>
  );
}
