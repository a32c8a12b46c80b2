import { useQuery } from '@tanstack/react-query';
import { gatewayStatusQuery } from '@/api/gateway-status';
import { LOCAL_SURFACE } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { openCommandView } from './commands/command-store';
import { healthOf } from './health-of';

const dots = { ok: 'bg-ok', warn: 'bg-warn', bad: 'bg-bad', unknown: 'bg-faint' };

/** Name and health of the server in use; opens what there is to know about the connection. */
export function SurfaceHealth({ isCompact = false }: { isCompact?: boolean }) {
  const { data, error } = useQuery(gatewayStatusQuery(LOCAL_SURFACE));
  const health = healthOf(data, error);
  const dot = <span aria-hidden className={classNames('size-2 shrink-0 rounded-full', dots[health.tone])} />;
  if (isCompact) {
    return (
      <button
        type="button"
        className="flex h-14 items-center rounded-md px-3"
        title={`${LOCAL_SURFACE.name}: ${health.text}`}
        onClick={() => openCommandView('connection')}
      >
        {dot}
        <span className="sr-only">
          {LOCAL_SURFACE.name}: {health.text}
        </span>
      </button>
    );
  }
  return (
    <button
      type="button"
      className="flex items-center gap-2.5 rounded-lg border border-line bg-raised px-2.5 py-2 text-left hover:border-control hover:bg-hover"
      onClick={() => openCommandView('connection')}
    >
      {dot}
      <span className="min-w-0">
        <span className="block truncate font-semibold">{LOCAL_SURFACE.name}</span>
        <span className="block truncate text-sm text-muted" title={health.text}>
          {health.text}
        </span>
      </span>
    </button>
  );
}
